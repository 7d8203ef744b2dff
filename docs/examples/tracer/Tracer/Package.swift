// swift-tools-version: 6.3

import PackageDescription

// It needs no API package: a pointcut names protocols by patterns.
let package = Package(
  name: "Tracer",
  products: [.library(name: "Tracer", type: .dynamic, targets: ["Tracer"])],
  dependencies: [.package(name: "Graft", path: "../../../..")],
  targets: [
    .target(name: "Tracer", dependencies: [.product(name: "Graft-dynamic", package: "Graft")]),
    .executableTarget(name: "check-trace"),
  ])
