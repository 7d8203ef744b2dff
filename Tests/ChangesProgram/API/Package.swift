// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

/// A package of its own, so that the program and its plug-ins have one copy of the protocol.
let package = Package(
  name: "ChangesAPI",
  products: [.library(name: "ChangesAPI", type: .dynamic, targets: ["ChangesAPI"])],
  dependencies: [.package(name: "Graft", path: "../../..")],
  targets: [
    .target(
      name: "ChangesAPI",
      dependencies: [.product(name: "Graft-dynamic", package: "Graft")],
      swiftSettings: [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ])
  ])
