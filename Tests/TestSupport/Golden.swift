// SPDX-License-Identifier: Apache-2.0

public import Testing

import Foundation

/// A file with an expected text.
public struct Golden: Sendable {
  public let path: String

  public init(_ path: String) { self.path = path }

  /// Whether to record the actual text instead of comparing it.
  public static let isRecording = ProcessInfo.processInfo.environment["GRAFT_RECORD"] == "1"

  public func text() throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

  /// Compares the file with the actual text.
  ///
  /// With GRAFT_RECORD=1 it writes the file if they differ, and fails, so that nobody
  /// records by mistake.
  public func check(_ found: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let expected = try? text()
    if Self.isRecording, found != expected {
      try found.write(toFile: path, atomically: true, encoding: .utf8)
      Issue.record("recorded \(path)", sourceLocation: sourceLocation)
      return
    }
    #expect(
      found == expected, "set GRAFT_RECORD=1 to write \(path) anew",
      sourceLocation: sourceLocation)
  }
}
