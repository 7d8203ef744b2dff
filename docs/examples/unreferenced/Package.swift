// swift-tools-version: 6.3

import PackageDescription

let package = Package(
  name: "Unreferenced",
  dependencies: [.package(name: "Graft", path: "../../..")],
  targets: [
    // It depends on Fallbacks so that its objects are linked; no source imports it.
    .executableTarget(name: "unreferenced", dependencies: ["Shapes", "Fallbacks"]),
    .target(name: "Shapes", dependencies: [.product(name: "Graft", package: "Graft")]),
    .target(
      name: "Fallbacks", dependencies: ["Shapes", .product(name: "Graft", package: "Graft")]),
  ])
