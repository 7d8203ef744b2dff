// SPDX-License-Identifier: Apache-2.0

import Testing

/// How SwiftPM builds, as far as it matters for records and calls.
enum Mode: String, CaseIterable, CustomTestStringConvertible {
  case debug
  case release

  var swiftFlags: [String] {
    switch self {
    case .debug: ["-Onone", "-gline-tables-only", "-enable-testing"]
    case .release: ["-O", "-wmo"]
    }
  }

  var cFlags: [String] {
    switch self {
    case .debug: ["-O0", "-g"]
    case .release: ["-O2", "-ffunction-sections", "-fdata-sections"]
    }
  }

  /// SwiftPM collects what nothing refers to in release builds.
  var linkFlags: [String] { self == .release ? ["-Xlinker", "--gc-sections"] : [] }

  var testDescription: String { rawValue }
}

enum Linker: String, CaseIterable, CustomTestStringConvertible {
  case gold
  case lld
  case bfd

  var testDescription: String { rawValue }
}
