// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let shared: [Target.Dependency] = [
  .product(name: "Graft-dynamic", package: "Graft"),
  .product(name: "ChangesAPI", package: "API"),
]
/// The targets of plug-ins, whose folders are links to one.
let builds = ["Ash", "Birch", "Cedar", "Dell"].flatMap { name in
  (1...3).map { "\(name)\($0)" }
}
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "ChangesProgram",
  products: builds.map { .library(name: $0, type: .dynamic, targets: [$0]) },
  dependencies: [
    .package(name: "Graft", path: "../.."),
    .package(path: "API"),
  ],
  targets: builds.map {
    .target(name: $0, dependencies: shared, swiftSettings: settings + [.define($0)])
  } + [
    .executableTarget(
      name: "changes-program", dependencies: shared, swiftSettings: settings)
  ])
