// swift-tools-version: 6.3

import PackageDescription

let graft: Target.Dependency = .product(name: "GraftCourier", package: "Graft")

let package = Package(
  name: "Couriers",
  dependencies: [.package(name: "Graft", path: "../../..")],
  targets: [
    .executableTarget(name: "scrolling", dependencies: ["Delegates", graft]),
    .target(name: "Delegates", dependencies: [graft]),
  ])
