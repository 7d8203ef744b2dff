// swift-tools-version: 6.3

import PackageDescription

let package = Package(
  name: "GreetingsPlugin",
  products: [.library(name: "Holidays", type: .dynamic, targets: ["Holidays"])],
  dependencies: [
    .package(name: "Graft", path: "../../../.."),
    .package(path: "../API"),
  ],
  targets: [
    .target(
      name: "Holidays",
      dependencies: [
        .product(name: "GreetingsAPI", package: "API"),
        .product(name: "Graft-dynamic", package: "Graft"),
      ])
  ])
