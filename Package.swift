// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0

import CompilerPluginSupport
import Foundation
import PackageDescription

let package = Package(
  name: "Graft",
  // Records are inline arrays, which need these. Linux needs no line.
  platforms: [.macOS(.v26), .iOS(.v26), .tvOS(.v26), .watchOS(.v26), .visionOS(.v26)])

// swift-syntax comes with the toolchain; where it does not, as a package.

/// `…/usr/lib/swift`: on Linux, this manifest runs with a library of it mapped.
func toolchainLibraries() -> String? {
  guard let maps = FileHandle(forReadingAtPath: "/proc/self/maps") else { return nil }
  // The kernel gives it in parts, and tells no size.
  var bytes = Data()
  while let part = try? maps.read(upToCount: 1 << 16), !part.isEmpty { bytes += part }
  let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
  return lines.compactMap { line -> String? in
    guard let end = line.firstRange(of: "/pm/ManifestAPI/"), let start = line.firstIndex(of: "/")
    else { return nil }
    return String(line[start..<end.lowerBound])
  }.first
}

let hostedSyntax = toolchainLibraries().map { $0 + "/host" }
  .flatMap { folder in
    FileManager.default.fileExists(atPath: folder + "/SwiftSyntaxMacros.swiftmodule")
      ? folder : nil
  }
let syntaxLibraries = [
  "SwiftSyntax", "SwiftParser", "SwiftDiagnostics", "SwiftSyntaxBuilder", "SwiftSyntaxMacros",
  "SwiftIfConfig",
]

/// Gives a target swift-syntax.
func parsesSwift(_ target: Target, isMacro: Bool = false) -> Target {
  if let hostedSyntax {
    let libraries =
      syntaxLibraries + ["SwiftBasicFormat", "SwiftParserDiagnostics", "SwiftSyntaxMacroExpansion"]
      + (isMacro ? ["SwiftCompilerPluginMessageHandling"] : [])
    target.swiftSettings = [
      .unsafeFlags(["-I", hostedSyntax]),
      // Clients build these for their own builds only, where optimising costs more than it saves.
      .unsafeFlags(["-Onone"], .when(configuration: .release)),
      // Nobody debugs them there.
      .unsafeFlags(["-Xfrontend", "-gnone"]),
    ]
    target.linkerSettings = [
      .unsafeFlags(
        ["-L", hostedSyntax, "-Xlinker", "-rpath", "-Xlinker", hostedSyntax]
          + libraries.map { "-l" + $0 })
    ]
  } else {
    target.dependencies +=
      (syntaxLibraries + (isMacro ? ["SwiftCompilerPlugin"] : []))
      .map { .product(name: $0, package: "swift-syntax") }
  }
  return target
}

if hostedSyntax == nil {
  package.dependencies = [
    .package(url: "https://github.com/swiftlang/swift-syntax.git", from: "603.0.0")
  ]
}

package.products = [
  // For programs without plug-ins.
  .library(name: "Graft", targets: ["Graft"]),
  // For programs that are worked on while they run.
  .library(name: "GraftPlugins", targets: ["GraftPlugins"]),
  // For programs that open plug-ins, and for the plug-ins.
  .library(name: "Graft-dynamic", type: .dynamic, targets: ["Graft", "GraftPlugins"]),
  // The same with couriers, for who uses those.
  .library(name: "GraftCourier", targets: ["GraftCourier"]),
  .library(
    name: "GraftCourier-dynamic", type: .dynamic,
    targets: ["Graft", "GraftPlugins", "GraftCourier"]),
  // For tests with Swift Testing.
  .library(name: "GraftTesting", targets: ["GraftTesting"]),
  .library(
    name: "GraftTesting-dynamic", type: .dynamic,
    targets: ["Graft", "GraftPlugins", "GraftTesting"]),
  // For files.
  .library(name: "ELFInspection", targets: ["ELFInspection"]),
  .executable(name: "inspect-sections", targets: ["inspect-sections"]),
  .plugin(name: "InspectSections", targets: ["InspectSections"]),
  // For C shims.
  .plugin(name: "EmitShim", targets: ["EmitShim"]),
  // For plug-ins that are worked on while a program has them.
  .plugin(name: "Reload", targets: ["Reload"]),
  // For the first packages of a host and its plug-ins.
  .plugin(name: "NewPackages", targets: ["NewPackages"]),
]

package.targets = [
  // In the running process.
  .target(name: "CGraft"),
  .target(name: "CLibrary"),
  .target(name: "GraftDescriptors"),
  .target(name: "Graft", dependencies: ["CGraft", "CLibrary", "GraftDescriptors", "GraftMacros"]),
  .target(name: "GraftPlugins", dependencies: ["CGraft", "CLibrary", "Graft", "GraftDescriptors"]),
  .target(
    name: "GraftCourier", dependencies: ["CGraft", "Graft", "GraftDescriptors", "GraftMacros"]),
  .target(name: "GraftTesting", dependencies: ["Graft"]),

  // At compile time.
  .target(name: "DescriptorEncoding", dependencies: ["GraftDescriptors"]),
  parsesSwift(
    .target(name: "ExtensionSyntax", dependencies: ["DescriptorEncoding", "GraftDescriptors"])),
  parsesSwift(
    .macro(
      name: "GraftMacros",
      dependencies: ["DescriptorEncoding", "ExtensionSyntax", "GraftDescriptors"]),
    isMacro: true),

  parsesSwift(.executableTarget(name: "emit-shim", dependencies: ["ExtensionSyntax"])),
  .plugin(
    name: "EmitShim",
    capability: .command(
      intent: .custom(
        verb: "emit-shim", description: "Writes the records of a Swift target's extensions in C"),
      permissions: [.writeToPackageDirectory(reason: "to write shim.c of the C target")]),
    dependencies: ["emit-shim"]),

  parsesSwift(
    .executableTarget(name: "reload-plugin", dependencies: ["CLibrary", "ExtensionSyntax"])),
  .plugin(
    name: "Reload",
    capability: .command(
      intent: .custom(
        verb: "reload",
        description: "Runs a program, and replaces its functions or a plug-in while it runs")),
    dependencies: ["reload-plugin"]),
  .plugin(
    name: "NewPackages",
    capability: .command(
      intent: .custom(
        verb: "graft", description: "Writes the packages of a host, or of a plug-in for one"))),

  // Of files, running nothing.
  .systemLibrary(name: "CLibelf", pkgConfig: "libelf", providers: [.apt(["libelf-dev"])]),
  .target(name: "CInspection"),
  .target(
    name: "ELFInspection",
    dependencies: ["CInspection", "CLibelf", "CLibrary", "GraftDescriptors"]),
  .executableTarget(
    name: "inspect-sections",
    dependencies: ["CInspection", "CLibrary", "ELFInspection", "GraftDescriptors"],
    exclude: ["StaticLibraries"],
    // Less to relocate: half of the start of the process.
    linkerSettings: [
      .unsafeFlags(
        [
          "-static-stdlib", "-use-ld=lld", "-Xclang-linker", "-static-libgcc",
          // Of FoundationEssentials, whose module for dynamic linking does not name them.
          "-l_FoundationCShims", "-l_FoundationCollections", "-lswiftSynchronization",
          "-L\(Context.packageDirectory)/Sources/inspect-sections/StaticLibraries",
        ], .when(configuration: .release))
    ]),
  .executableTarget(
    name: "fuzz-inspection", dependencies: ["CLibrary", "ELFInspection", "GraftDescriptors"]),
  .plugin(
    name: "InspectSections",
    capability: .command(
      intent: .custom(
        verb: "inspect-sections",
        description: "Builds, and shows or checks the extensions in what was built")),
    dependencies: ["inspect-sections"]),

  // All figures, by `swift run -c release benchmarks`. Conforming types are in another
  // module than their protocols, so that calls are what they are in programs.
  .target(name: "CBenchmarks", dependencies: ["CGraft"]),
  .target(name: "BenchmarkProtocols", dependencies: ["GraftCourier"]),
  .target(name: "BenchmarkSubjects", dependencies: ["BenchmarkProtocols", "CBenchmarks"]),
  .executableTarget(
    name: "benchmarks",
    dependencies: ["BenchmarkSubjects", "CBenchmarks", "CGraft", "CLibrary", "GraftCourier"],
    exclude: ["Inspection/rival"],
    // The images that it opens announce their records to the loader in it.
    linkerSettings: [.unsafeFlags(["-Xlinker", "--export-dynamic"])]),

  // Tests, and what they share.
  .target(name: "TestSupport", path: "Tests/TestSupport"),
  .testTarget(
    name: "GraftDescriptorsTests",
    dependencies: ["CGraft", "DescriptorEncoding", "GraftDescriptors"]),
  parsesSwift(
    .testTarget(
      name: "GraftMacrosTests", dependencies: ["ExtensionSyntax", "GraftMacros", "TestSupport"],
      exclude: ["Expansions", "Misuses"])),
  .testTarget(name: "EmitShimTests", dependencies: ["TestSupport"]),
  .testTarget(name: "DependencyTests", dependencies: ["TestSupport"], exclude: ["Fixtures"]),
  // Every kind of requirement: for the tests in this process and in others.
  .target(
    name: "RequirementProtocols", dependencies: ["Graft"],
    path: "Tests/RequirementKinds/Protocols"),
  .target(
    name: "RequirementExtensions", dependencies: ["Graft", "RequirementProtocols"],
    path: "Tests/RequirementKinds/Extensions"),
  .target(
    name: "RequirementChecks", dependencies: ["RequirementProtocols"],
    path: "Tests/RequirementKinds/Checks"),
  .testTarget(
    name: "GraftTests",
    dependencies: [
      "Graft", "GraftPlugins", "RequirementProtocols", "RequirementExtensions",
      "RequirementChecks",
    ]),
  // Protocols that those of the tests refine, in a module of their own.
  .target(
    name: "CourierProtocols", dependencies: ["GraftCourier"], path: "Tests/CourierTests/Protocols"),
  .testTarget(
    name: "CourierTests", dependencies: ["GraftCourier", "CourierProtocols"],
    exclude: ["Protocols"]),
  .testTarget(name: "GraftTestingTests", dependencies: ["Graft", "GraftTesting"]),
  // What files say, beside what running programs do.
  .target(
    name: "Agreement", dependencies: ["ELFInspection", "GraftDescriptors"],
    path: "Tests/Agreement"),
  // Builds its fixtures itself, with the macros' executable beside the tests.
  .testTarget(
    name: "IntegrationTests",
    dependencies: ["Agreement", "ELFInspection", "Graft", "GraftDescriptors", "TestSupport"],
    exclude: ["Fixtures"]),
  .testTarget(
    name: "ELFInspectionTests",
    dependencies: ["DescriptorEncoding", "ELFInspection", "GraftDescriptors"]),
  // Runs the command, which is not linked into the tests: `swift test` builds it.
  .testTarget(
    name: "InspectSectionsTests", dependencies: ["ELFInspection", "TestSupport"],
    exclude: ["Fixtures"]),
  // Reads which source file names which type.
  parsesSwift(.testTarget(name: "LayerTests", dependencies: ["TestSupport"])),
  // Compiles what the pages show, with the macros' executable too, runs examples, and
  // looks for docstrings.
  parsesSwift(
    .testTarget(
      name: "DocumentationTests",
      dependencies: ["Agreement", "Graft", "GraftTesting", "TestSupport"])),
]

// For another machine, of which the toolchain brings neither swift-syntax nor, as a rule,
// Foundation: what runs in a process, its tests and figures. Macros are for this machine in
// any case; what reads files and runs compilers does so here, for whichever machine.
if Context.environment["GRAFT_OTHER_MACHINE"] != nil {
  let kept: Set = [
    "CGraft", "CLibrary", "GraftDescriptors", "Graft", "GraftPlugins", "GraftCourier",
    "DescriptorEncoding", "ExtensionSyntax", "GraftMacros",
    "CBenchmarks", "BenchmarkProtocols", "BenchmarkSubjects", "benchmarks",
    "RequirementProtocols", "RequirementExtensions", "RequirementChecks", "CourierProtocols",
    "GraftDescriptorsTests", "GraftTests", "CourierTests",
  ]
  package.targets.removeAll { !kept.contains($0.name) }
  package.products.removeAll { !["Graft", "GraftPlugins", "Graft-dynamic"].contains($0.name) }
}

// Only these test targets, for `Tests/run`. A test target that depends on a macro makes SwiftPM
// compile all tests, and all that they depend on, a second time as tools, so
// GraftMacrosTests are in a bundle of their own; so do plug-ins with their commands.
if let names = Context.environment["GRAFT_TESTS"] {
  let kept = Set(names.split(separator: ",").map(String.init))
  package.targets.removeAll { target in
    switch target.type {
    case .test: !kept.contains(target.name)
    case .plugin: true
    default: target.name.contains("enchmark") && Context.environment["GRAFT_BENCHMARKS"] == nil
    }
  }
  package.products.removeAll { product in
    ["InspectSections", "EmitShim", "Reload", "NewPackages"].contains(product.name)
  }
}

for target in package.targets
where ["Graft", "GraftPlugins", "GraftCourier", "GraftDescriptors"].contains(target.name) {
  target.swiftSettings = [
    // For words that threads share: `SharedWord.swift` says why.
    .enableExperimentalFeature("BuiltinModule"),
    // What calls pass is in line in their own code; the rest is to be small, and soon compiled.
    .unsafeFlags(["-Osize"], .when(configuration: .release)),
  ]
}

for target in package.targets where ![.system, .plugin].contains(target.type) {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
    ]
}
