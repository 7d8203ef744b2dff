// swift-tools-version: 6.3

import PackageDescription

let graft: Target.Dependency = .product(name: "Graft", package: "Graft")

let package = Package(
  name: "Closures",
  dependencies: [.package(name: "Graft", path: "../../..")],
  targets: [.executableTarget(name: "buttons", dependencies: [graft])]
)
