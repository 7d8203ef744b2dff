// swift-tools-version: 6.3

import PackageDescription

// It does not know Graft.
let package = Package(
  name: "Shop",
  dependencies: [.package(path: "../Journal")],
  targets: [
    .executableTarget(
      name: "shop", dependencies: [.product(name: "Journal", package: "Journal")])
  ])
