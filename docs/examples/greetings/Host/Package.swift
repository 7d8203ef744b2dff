// swift-tools-version: 6.3

import PackageDescription

let api: [Target.Dependency] = [
  .product(name: "GreetingsAPI", package: "API"),
  .product(name: "Graft-dynamic", package: "Graft"),
]

let package = Package(
  name: "GreetingsHost",
  dependencies: [
    .package(name: "Graft", path: "../../../.."),
    .package(path: "../API"),
  ],
  targets: [
    // Nothing in `greetings` refers to the other modules; linking them is enough.
    .executableTarget(
      name: "greetings", dependencies: api + ["Courtesies", "Traditions", "TraditionsShim"]),
    // Loads each new build of a plug-in: reload PLUGIN.so
    .executableTarget(name: "reload", dependencies: api + ["Courtesies"]),
    .target(name: "Courtesies", dependencies: api),
    // Extensions whose records come from C.
    .target(name: "Traditions", dependencies: api),
    .target(
      name: "TraditionsShim",
      dependencies: [.product(name: "Graft-dynamic", package: "Graft")]),
  ])
