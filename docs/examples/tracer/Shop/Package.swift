// swift-tools-version: 6.3

import PackageDescription

let package = Package(
  name: "Shop",
  dependencies: [
    .package(name: "Graft", path: "../../../.."),
    .package(path: "../API"),
  ],
  targets: [
    .executableTarget(
      name: "shop",
      dependencies: [
        .product(name: "ShopAPI", package: "API"),
        .product(name: "Graft-dynamic", package: "Graft"),
      ])
  ])
