// swift-tools-version: 6.3

import PackageDescription

let package = Package(
  name: "Strict",
  dependencies: [.package(path: "GRAFT")],
  targets: [
    .target(name: "Protocols", dependencies: [.product(name: "Graft", package: "Graft")]),
    .target(
      name: "Extensions", dependencies: ["Protocols", .product(name: "Graft", package: "Graft")]),
    .target(
      name: "MainActorByDefault",
      dependencies: ["Protocols", .product(name: "Graft", package: "Graft")],
      swiftSettings: [.defaultIsolation(MainActor.self)]),
    .target(
      name: "Advice", dependencies: ["Protocols", .product(name: "Graft", package: "Graft")]),
    .executableTarget(
      name: "strict", dependencies: ["Protocols", "Extensions", "MainActorByDefault", "Advice"]),
    .executableTarget(
      name: "strict-dynamic", dependencies: [.product(name: "Graft-dynamic", package: "Graft")]),
  ])

for target in package.targets {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .swiftLanguageMode(.v6),
      .treatAllWarnings(as: .error),
    ]
  if target.name == "Advice" { continue }
  target.swiftSettings! += [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("ImmutableWeakCaptures"),
  ]
}
