// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

/// A command at a terminal of its own, whose keys a test presses, and whose lines it reads.
final class Typed {
  private let process = Process()
  private let keys = Pipe()
  private let output = Pipe()
  private var pending = ""
  private(set) var transcript = ""

  /// - Parameter arguments: words without spaces or quotes.
  init(_ arguments: [String]) throws {
    // A command that has ended reads no keys; what it lacks, the test says.
    signal(SIGPIPE, SIG_IGN)
    process.executableURL = URL(filePath: "/usr/bin/env")
    let command = arguments.joined(separator: " ")
    process.arguments = [
      "timeout", "--kill-after=10", "3600", "script", "--quiet", "--return", "--command", command,
      "/dev/null",
    ]
    process.standardInput = keys
    process.standardOutput = output
    process.standardError = output
    try process.run()
  }

  func press(_ keys: String) {
    try? self.keys.fileHandleForWriting.write(contentsOf: Data(keys.utf8))
  }

  /// Reads until each text was in a line, in any order: two processes write to one terminal.
  ///
  /// - Returns: the texts that were in none before the output ended.
  func missing(of texts: String...) -> [String] {
    var missing = texts
    while !missing.isEmpty, let line = line() {
      missing.removeAll { line.contains($0) }
    }
    return missing
  }

  private func line() -> String? {
    while true {
      if let end = pending.firstIndex(where: \.isNewline) {
        let line = String(pending[..<end])
        pending.removeSubrange(...end)
        transcript += line + "\n"
        return line
      }
      let data = output.fileHandleForReading.availableData
      if data.isEmpty { return nil }
      pending += String(decoding: data, as: UTF8.self)
    }
  }

  /// - Returns: with what it exits.
  func end() -> Int32 {
    while line() != nil {}
    process.waitUntilExit()
    return process.terminationStatus
  }
}
