// swift-tools-version: 6.3

import PackageDescription

let package = Package(
  name: "Host",
  dependencies: [.package(path: "GRAFT"), .package(path: "../API")],
  targets: [
    .executableTarget(
      name: "host",
      dependencies: [
        .product(name: "API", package: "API"), .product(name: "Graft-dynamic", package: "Graft"),
      ]),
    // Takes builds of the plug-in over.
    .executableTarget(
      name: "serving",
      dependencies: [
        .product(name: "API", package: "API"), .product(name: "Graft-dynamic", package: "Graft"),
      ]),
    .executableTarget(
      name: "host-without-plugins", dependencies: [.product(name: "Graft", package: "Graft")]),
  ])
