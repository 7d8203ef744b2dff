// swift-tools-version: 6.3

import PackageDescription

let package = Package(
  name: "Redaction",
  products: [.library(name: "Redaction", type: .dynamic, targets: ["Redaction"])],
  dependencies: [
    .package(name: "Graft", path: "../../../.."),
    .package(path: "../Journal"),
  ],
  targets: [
    .target(
      name: "Redaction",
      dependencies: [
        .product(name: "Graft-dynamic", package: "Graft"),
        .product(name: "Journal", package: "Journal"),
      ])
  ])
