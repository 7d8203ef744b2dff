// swift-tools-version: 6.3

import PackageDescription

let package = Package(
  name: "Program",
  dependencies: [.package(path: "GRAFT")],
  targets: [
    .executableTarget(
      name: "serving",
      dependencies: [
        "Apart", "Kinds", "Shop",
        .product(name: "GraftCourier", package: "Graft"),
        .product(name: "GraftPlugins", package: "Graft"),
      ]),
    .target(name: "Apart"),
    .target(name: "Kinds", exclude: ["Template.swift", "Templates"]),
    .target(name: "Shop", dependencies: [.product(name: "GraftCourier", package: "Graft")]),
    // What the program is not linked with.
    .target(name: "Unused"),
    .testTarget(name: "KindsTests", dependencies: ["Kinds"]),
  ])
