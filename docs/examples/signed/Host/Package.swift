// swift-tools-version: 6.3

import PackageDescription

let package = Package(
  name: "SignedHost",
  dependencies: [
    .package(name: "Graft", path: "../../../.."),
    .package(path: "../../logs/API"),
  ],
  targets: [
    .systemLibrary(
      name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
    .executableTarget(
      name: "signed-host",
      dependencies: [
        "CSodium",
        .product(name: "LogAPI", package: "API"),
        .product(name: "Graft-dynamic", package: "Graft"),
      ]),
  ])
