// swift-tools-version: 6.3

import PackageDescription

let package = Package(
  name: "Live",
  dependencies: [.package(name: "Graft", path: "../../..")],
  targets: [
    .executableTarget(
      name: "live", dependencies: [.product(name: "GraftPlugins", package: "Graft")])
  ])
