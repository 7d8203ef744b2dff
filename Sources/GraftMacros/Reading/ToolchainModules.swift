// SPDX-License-Identifier: Apache-2.0

import SwiftIfConfig
import SwiftSyntax

/// The settings of a compilation, with an answer to `canImport` for modules that
/// every toolchain on Linux has and for those that none has.
///
/// Only the compiler knows other modules, and does not tell macros.
struct ToolchainModules: BuildConfiguration {
  private let base: any BuildConfiguration

  init(_ base: any BuildConfiguration) { self.base = base }

  private static let present: Set<String> = [
    "Cxx", "Dispatch", "Distributed", "Foundation", "FoundationEssentials",
    "FoundationInternationalization", "FoundationNetworking", "FoundationXML", "Glibc",
    "Observation", "RegexBuilder", "Swift", "Synchronization", "_Concurrency",
    "_StringProcessing",
  ]

  private static let absent: Set<String> = [
    "AppKit", "Combine", "CoreData", "CoreFoundation", "CoreGraphics", "CoreLocation",
    "CryptoKit", "Darwin", "MobileCoreServices", "ObjectiveC", "Security", "SwiftUI",
    "SystemConfiguration", "UIKit", "WatchKit", "WinSDK", "os",
  ]

  func canImport(
    importPath: [(TokenSyntax, String)], version: CanImportVersion
  ) throws -> Bool {
    let name = importPath.first?.1 ?? ""
    if case .unversioned = version, importPath.count == 1 {
      if Self.present.contains(name) { return true }
      if Self.absent.contains(name) { return false }
    }
    throw Unknown(module: name)
  }

  private struct Unknown: Error { let module: String }

  // MARK: The compiler's answers

  func isCustomConditionSet(name: String) throws -> Bool {
    try base.isCustomConditionSet(name: name)
  }
  func hasFeature(name: String) throws -> Bool { try base.hasFeature(name: name) }
  func hasAttribute(name: String) throws -> Bool { try base.hasAttribute(name: name) }
  func isActiveTargetOS(name: String) throws -> Bool { try base.isActiveTargetOS(name: name) }
  func isActiveTargetArchitecture(name: String) throws -> Bool {
    try base.isActiveTargetArchitecture(name: name)
  }
  func isActiveTargetEnvironment(name: String) throws -> Bool {
    try base.isActiveTargetEnvironment(name: name)
  }
  func isActiveTargetRuntime(name: String) throws -> Bool {
    try base.isActiveTargetRuntime(name: name)
  }
  func isActiveTargetPointerAuthentication(name: String) throws -> Bool {
    try base.isActiveTargetPointerAuthentication(name: name)
  }
  func isActiveTargetObjectFormat(name: String) throws -> Bool {
    try base.isActiveTargetObjectFormat(name: name)
  }
  var targetPointerBitWidth: Int { base.targetPointerBitWidth }
  var targetAtomicBitWidths: [Int] { base.targetAtomicBitWidths }
  var endianness: Endianness { base.endianness }
  var languageVersion: VersionTuple { base.languageVersion }
  var compilerVersion: VersionTuple { base.compilerVersion }
}
