// swift-tools-version: 6.3

import PackageDescription

// What the package was before is all but the dependency, and the product's type: the
// protocol's module has to be one image in the process.
let package = Package(
  name: "Journal",
  products: [.library(name: "Journal", type: .dynamic, targets: ["Journal"])],
  dependencies: [.package(name: "Graft", path: "../../../..")],
  targets: [
    .target(name: "Journal", dependencies: [.product(name: "Graft-dynamic", package: "Graft")])
  ])
