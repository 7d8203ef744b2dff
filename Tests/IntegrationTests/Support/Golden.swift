// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// What a fixture is expected to print.
enum Golden {
  static func text(_ file: String) throws -> String {
    try String(contentsOfFile: Folders.fixtures + file, encoding: .utf8)
  }

  /// Compares what a fixture printed with a file of it. With GRAFT_RECORD=1 it
  /// writes the file, and fails, so that nobody records by mistake.
  static func expect(
    _ outcome: Command.Outcome, prints file: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(outcome.succeeded, "\(outcome)", sourceLocation: sourceLocation)
    if ProcessInfo.processInfo.environment["GRAFT_RECORD"] == "1" {
      try outcome.output.write(
        toFile: Folders.fixtures + file, atomically: true, encoding: .utf8)
      Issue.record("recorded \(file)", sourceLocation: sourceLocation)
    }
    let expected = try text(file)
    #expect(outcome.output == expected, sourceLocation: sourceLocation)
  }
}
