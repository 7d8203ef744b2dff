// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A command at a terminal of its own, whose keys a test presses, and whose lines it reads.
final class Typed {
  private let process = Process()
  private let keys = Pipe()
  private let output = Pipe()
  private var pending = ""
  private(set) var transcript = ""

  /// - Parameter arguments: words without spaces or quotes.
  init(_ arguments: [String]) throws {
    process.executableURL = URL(filePath: "/usr/bin/env")
    let command = arguments.joined(separator: " ")
    process.arguments = [
      "timeout", "--kill-after=10", "600", "script", "--quiet", "--return", "--command", command,
      "/dev/null",
    ]
    process.standardInput = keys
    process.standardOutput = output
    process.standardError = output
    try process.run()
  }

  func press(_ keys: String) throws {
    try self.keys.fileHandleForWriting.write(contentsOf: Data(keys.utf8))
  }

  /// Reads up to a line that holds a text.
  ///
  /// - Returns: the line; nil if the output ends before it.
  func line(with text: String) -> String? {
    while true {
      while let end = pending.firstIndex(where: \.isNewline) {
        let line = String(pending[..<end])
        pending.removeSubrange(...end)
        transcript += line + "\n"
        if line.contains(text) { return line }
      }
      let data = output.fileHandleForReading.availableData
      if data.isEmpty { return nil }
      pending += String(decoding: data, as: UTF8.self)
    }
  }

  /// - Returns: with what it exits.
  func end() -> Int32 {
    while line(with: "\u{0}") != nil {}
    process.waitUntilExit()
    return process.terminationStatus
  }
}
