// swift-tools-version: 6.3

import PackageDescription

let package = Package(
  name: "CodecAPI",
  products: [.library(name: "CodecAPI", type: .dynamic, targets: ["CodecAPI"])],
  dependencies: [.package(name: "Graft", path: "../../../..")],
  targets: [
    .target(name: "CodecAPI", dependencies: [.product(name: "Graft-dynamic", package: "Graft")])
  ])
