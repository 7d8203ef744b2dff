// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

/// The library as its own image, as programs with plug-ins have it, or in the program.
let graft: Target.Dependency = .product(
  name: Context.environment["RANDOM_DYNAMIC"] == nil ? "Graft" : "Graft-dynamic",
  package: "Graft")

let package = Package(
  name: "RandomProgram",
  dependencies: [.package(name: "Graft", path: "../..")],
  targets: [
    .target(name: "CRandom"),
    .target(name: "RandomProtocols", dependencies: [graft]),
    .target(name: "RandomExtensions", dependencies: ["RandomProtocols", graft]),
    .target(name: "RandomSubjects", dependencies: ["CRandom", "RandomProtocols", graft]),
    .executableTarget(
      name: "random-program",
      dependencies: ["CRandom", "RandomProtocols", "RandomExtensions", "RandomSubjects", graft]),
  ])

for target in package.targets where target.name != "CRandom" {
  target.swiftSettings = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
}
