// swift-tools-version: 6.3

import PackageDescription

let package = Package(
  name: "ShopAPI",
  products: [.library(name: "ShopAPI", type: .dynamic, targets: ["ShopAPI"])],
  dependencies: [.package(name: "Graft", path: "../../../..")],
  targets: [
    .target(name: "ShopAPI", dependencies: [.product(name: "Graft-dynamic", package: "Graft")])
  ])
