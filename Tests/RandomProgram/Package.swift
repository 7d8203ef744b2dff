// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

/// The library as its own image, as programs with plug-ins have it, or in the program.
let isDynamic = Context.environment["RANDOM_DYNAMIC"] != nil
let shared: [Target.Dependency] = [
  .product(name: isDynamic ? "Graft-dynamic" : "Graft", package: "Graft"),
  .product(name: "RandomProtocols", package: "Protocols"),
]

let package = Package(
  name: "RandomProgram",
  products: isDynamic
    ? [.library(name: "RandomPlugin", type: .dynamic, targets: ["RandomPlugin"])] : [],
  dependencies: [
    .package(name: "Graft", path: "../.."),
    .package(path: "Protocols"),
  ],
  targets: [
    .target(name: "CRandom"),
    .target(name: "RandomExtensions", dependencies: shared),
    .target(name: "RandomSubjects", dependencies: ["CRandom"] + shared),
    .executableTarget(
      name: "random-program",
      dependencies: ["CRandom", "RandomExtensions", "RandomSubjects"] + shared),
  ])

if isDynamic { package.targets.append(.target(name: "RandomPlugin", dependencies: shared)) }

for target in package.targets where target.name != "CRandom" {
  target.swiftSettings = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
}
