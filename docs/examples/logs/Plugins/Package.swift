// swift-tools-version: 6.3

import PackageDescription

let names = ["Redact", "Highlight", "Count"]

/// Which release of Redact to build.
let release = Context.environment["REDACT"] ?? "1.0"

let package = Package(
  name: "LogPlugins",
  products: names.map { .library(name: $0, type: .dynamic, targets: [$0]) },
  dependencies: [
    .package(name: "Graft", path: "../../../.."),
    .package(path: "../API"),
  ],
  targets: names.map { name in
    .target(
      name: name,
      dependencies: [
        .product(name: "Graft-dynamic", package: "Graft"),
        .product(name: "LogAPI", package: "API"),
      ],
      path: "Sources/" + (name == "Redact" ? "Redact-\(release)" : name))
  })
