// swift-tools-version: 6.3

import PackageDescription

let graft: Target.Dependency = .product(name: "Graft", package: "Graft")

let package = Package(
  name: "TestDoubles",
  dependencies: [.package(name: "Graft", path: "../../..")],
  targets: [
    // A program for tests depends on Doubles too; the one that is shipped does not.
    .executableTarget(name: "mailroom", dependencies: ["Mail", "Doubles", graft]),
    .target(name: "Mail", dependencies: [graft]),
    .target(name: "Doubles", dependencies: ["Mail", graft]),
  ])
