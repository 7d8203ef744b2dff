// swift-tools-version: 6.3

import PackageDescription

let graft: Target.Dependency = .product(name: "Graft", package: "Graft")

let package = Package(
  name: "Commands",
  products: [.library(name: "Holidays", type: .dynamic, targets: ["Holidays"])],
  dependencies: [.package(path: "GRAFT")],
  targets: [
    .target(name: "Greetings", dependencies: [graft]),
    .target(name: "GreetingsShim", dependencies: [graft]),
    .executableTarget(name: "program", dependencies: ["Greetings", "GreetingsShim"]),
    .target(name: "Holidays", dependencies: ["Greetings", graft]),
    // A release build loses its record: lld drops it although `__start_…` is referred to.
    .target(name: "CarelessRecord", dependencies: [graft]),
    .executableTarget(
      name: "careless", dependencies: ["CarelessRecord"],
      linkerSettings: [.unsafeFlags(["-use-ld=lld"])]),
    .executableTarget(
      name: "noteless", dependencies: ["Greetings"],
      linkerSettings: [
        .unsafeFlags([
          "-use-ld=lld", "-Xlinker", "-T", "-Xlinker", Context.packageDirectory + "/discard.ld",
        ])
      ]),
  ])
