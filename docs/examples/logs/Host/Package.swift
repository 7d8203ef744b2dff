// swift-tools-version: 6.3

import PackageDescription

let package = Package(
  name: "LogHost",
  dependencies: [
    .package(name: "Graft", path: "../../../.."),
    .package(path: "../API"),
  ],
  targets: [
    .executableTarget(
      name: "logs",
      dependencies: [
        .product(name: "Graft-dynamic", package: "Graft"),
        .product(name: "LogAPI", package: "API"),
      ])
  ])
