// swift-tools-version: 6.3

import PackageDescription

let package = Package(
  name: "TestDoubles",
  dependencies: [.package(name: "Graft", path: "../../..")],
  targets: [
    .executableTarget(name: "mailroom", dependencies: ["Mail"]),
    .target(name: "Mail", dependencies: [.product(name: "Graft", package: "Graft")]),
    .testTarget(
      name: "MailTests",
      dependencies: ["Mail", .product(name: "GraftTesting", package: "Graft")]),
  ])
