// swift-tools-version: 6.3

import PackageDescription

let package = Package(
  name: "API",
  products: [.library(name: "API", type: .dynamic, targets: ["API"])],
  dependencies: [.package(path: "GRAFT")],
  targets: [
    .target(
      name: "API", dependencies: [.product(name: "Graft-dynamic", package: "Graft")],
      swiftSettings: [
        .unsafeFlags(["-enable-library-evolution", "-no-verify-emitted-module-interface"])
      ])
  ])
