// swift-tools-version: 6.3

import PackageDescription

// It needs no API package: a pointcut names protocols by patterns.
let package = Package(
  name: "Spans",
  products: [.library(name: "Spans", type: .dynamic, targets: ["Spans"])],
  dependencies: [.package(name: "Graft", path: "../../../..")],
  targets: [
    .target(name: "Spans", dependencies: [.product(name: "Graft-dynamic", package: "Graft")])
  ])
