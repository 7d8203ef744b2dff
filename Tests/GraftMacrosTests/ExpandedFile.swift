// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// A file of source, and beside it a text of what it becomes: a new case is a new file.
struct ExpandedFile: CustomTestStringConvertible, Sendable {
  private static let tests = Folders.package + "Tests/GraftMacrosTests/"

  /// The path without its extension.
  private let path: String

  /// All cases of a folder of these tests.
  static func all(in folder: String) -> [Self] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: tests + folder)) ?? []
    return files.filter { $0.hasSuffix(".swift") }.sorted().map {
      Self(path: tests + folder + "/" + $0.dropLast(".swift".count))
    }
  }

  var testDescription: String { URL(filePath: path).lastPathComponent }

  func expanded() throws -> ExpandedSource {
    ExpandedSource(try String(contentsOfFile: path + ".swift", encoding: .utf8))
  }

  var golden: Golden { Golden(path + ".txt") }
}
