// swift-tools-version: 6.3

import PackageDescription

let package = Package(
  name: "LogAPI",
  products: [.library(name: "LogAPI", type: .dynamic, targets: ["LogAPI"])],
  dependencies: [.package(name: "Graft", path: "../../../..")],
  targets: [
    .target(name: "LogAPI", dependencies: [.product(name: "Graft-dynamic", package: "Graft")])
  ])
