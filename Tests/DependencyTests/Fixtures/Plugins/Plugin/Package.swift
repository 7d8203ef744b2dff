// swift-tools-version: 6.3

import PackageDescription

let package = Package(
  name: "Plugin",
  products: [.library(name: "Codecs", type: .dynamic, targets: ["Codecs"])],
  dependencies: [.package(path: "GRAFT"), .package(path: "../API")],
  targets: [
    .target(
      name: "Codecs",
      dependencies: [
        .product(name: "API", package: "API"), .product(name: "Graft-dynamic", package: "Graft"),
      ])
  ])
