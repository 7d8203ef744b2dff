// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A file of source, and beside it a text of what is expected of it: a new case is a
/// new file.
struct Golden: CustomTestStringConvertible, Sendable {
  /// Without its ending.
  let name: String
  private let folder: URL

  /// Set to write down what is found instead of comparing it. The run fails then.
  static let recording = "GRAFT_RECORD"

  /// All cases of a folder beside this file.
  static func cases(in folder: String) -> [Golden] {
    let url = URL(filePath: #filePath).deletingLastPathComponent().appending(path: folder)
    let files = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
    return files.filter { $0.hasSuffix(".swift") }.sorted().map {
      Golden(name: String($0.dropLast(".swift".count)), folder: url)
    }
  }

  var testDescription: String { name }

  func source() throws -> String {
    try String(contentsOf: folder.appending(path: name + ".swift"), encoding: .utf8)
  }

  /// Compares with what is expected, or records it.
  func check(_ found: String, location: SourceLocation = #_sourceLocation) throws {
    let url = folder.appending(path: name + ".txt")
    let expected = try? String(contentsOf: url, encoding: .utf8)
    if ProcessInfo.processInfo.environment[Self.recording] != nil, found != expected {
      try found.write(to: url, atomically: true, encoding: .utf8)
      Issue.record("recorded \(url.lastPathComponent)", sourceLocation: location)
      return
    }
    #expect(
      found == expected, "set \(Self.recording)=1 to record it", sourceLocation: location)
  }
}
