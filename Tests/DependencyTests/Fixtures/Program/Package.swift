// swift-tools-version: 6.3

import PackageDescription

let package = Package(
  name: "Program",
  dependencies: [.package(path: "GRAFT")],
  targets: [
    .executableTarget(
      name: "serving",
      dependencies: ["Kinds", "Shop", .product(name: "Graft", package: "Graft")]),
    .executableTarget(
      name: "state", dependencies: [.product(name: "Graft", package: "Graft")]),
    .target(name: "Kinds"),
    .target(name: "Shop", dependencies: [.product(name: "Graft", package: "Graft")]),
    // What the program is not linked with.
    .target(name: "Unused"),
  ])
