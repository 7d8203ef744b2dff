// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

/// How SwiftPM builds, as far as it matters for records and calls.
enum Mode: String, CaseIterable, CustomTestStringConvertible {
  case debug
  case release
  /// As release, for ThreadSanitizer. Not one of `allCases`.
  case sanitized

  /// A short run has one build of Graft, that of the package.
  static let allCases: [Mode] = Extent.isShort ? [.debug] : [.debug, .release]

  /// For tests of threads. The toolchain has ThreadSanitizer for its own machine.
  static let threaded: [Mode] =
    Extent.isShort ? [.debug] : OtherMachine.isTested ? [.release] : [.release, .sanitized]

  /// For tests that need one mode: as users ship programs, if that is compiled at all.
  static let optimised: Mode = Extent.isShort ? .debug : .release

  var swiftFlags: [String] {
    switch self {
    case .debug: ["-Onone", "-gline-tables-only", "-enable-testing", "-DDEBUG"]
    case .release: ["-O", "-wmo"]
    case .sanitized: ["-O", "-wmo", "-g", "-sanitize=thread"]
    }
  }

  var cFlags: [String] {
    switch self {
    case .debug: ["-O0", "-g", "-DDEBUG=1"]
    case .release: ["-O2", "-ffunction-sections", "-fdata-sections"]
    case .sanitized: ["-O2", "-g", "-fsanitize=thread"]
    }
  }

  /// SwiftPM collects what nothing refers to in release builds.
  var linkFlags: [String] {
    switch self {
    case .debug: []
    case .release: ["-Xlinker", "--gc-sections"]
    case .sanitized: ["-sanitize=thread"]
    }
  }

  var testDescription: String { rawValue }
}

enum Linker: String, CaseIterable, CustomTestStringConvertible {
  case gold
  case lld
  case bfd

  var testDescription: String { rawValue }
}
