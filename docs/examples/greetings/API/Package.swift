// swift-tools-version: 6.3

import PackageDescription

// The protocol's module has to be one image in the process, so it is a dynamic
// product on which host and plug-in both depend.
let package = Package(
  name: "GreetingsAPI",
  products: [.library(name: "GreetingsAPI", type: .dynamic, targets: ["GreetingsAPI"])],
  dependencies: [.package(name: "Graft", path: "../../../..")],
  targets: [
    .target(
      name: "GreetingsAPI", dependencies: [.product(name: "Graft-dynamic", package: "Graft")])
  ])
