// swift-tools-version: 6.3

import PackageDescription

let package = Package(
  name: "HexCodec",
  products: [.library(name: "HexCodec", type: .dynamic, targets: ["HexCodec"])],
  dependencies: [
    .package(name: "Graft", path: "../../../.."),
    .package(path: "../API"),
  ],
  targets: [
    .target(
      name: "HexCodec",
      dependencies: [
        .product(name: "CodecAPI", package: "API"),
        .product(name: "Graft-dynamic", package: "Graft"),
      ])
  ])
