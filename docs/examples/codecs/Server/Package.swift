// swift-tools-version: 6.3

import PackageDescription

let package = Package(
  name: "CodecServer",
  dependencies: [
    .package(name: "Graft", path: "../../../.."),
    .package(path: "../API"),
  ],
  targets: [
    .executableTarget(
      name: "codec-server",
      dependencies: [
        .product(name: "CodecAPI", package: "API"),
        .product(name: "Graft-dynamic", package: "Graft"),
      ])
  ])
