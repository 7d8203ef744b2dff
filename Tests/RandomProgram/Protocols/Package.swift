// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

/// A package of its own, so that the program and its plug-in have one copy of the protocols.
let isDynamic = Context.environment["RANDOM_DYNAMIC"] != nil

let package = Package(
  name: "RandomProtocols",
  products: [
    .library(
      name: "RandomProtocols", type: isDynamic ? .dynamic : nil, targets: ["RandomProtocols"])
  ],
  dependencies: [.package(name: "Graft", path: "../../..")],
  targets: [
    .target(
      name: "RandomProtocols",
      dependencies: [.product(name: isDynamic ? "Graft-dynamic" : "Graft", package: "Graft")],
      swiftSettings: [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ])
  ])
