// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A process that is run to its end.
struct Command: CustomStringConvertible {
  let line: String
  let succeeded: Bool
  let output: String
  let errors: String

  /// - Parameter tool: a path, or a name to look up in PATH.
  init(_ tool: String, _ arguments: [String] = [], in folder: String = Folders.package) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["timeout", "--kill-after=10", "3600", tool] + arguments
    process.currentDirectoryURL = URL(filePath: folder)
    process.standardInput = FileHandle.nullDevice
    // Into files: no pipe to drain.
    let files = try Folders.make()
    func file(_ name: String) throws -> FileHandle {
      _ = FileManager.default.createFile(atPath: files + name, contents: nil)
      return try FileHandle(forWritingTo: URL(filePath: files + name))
    }
    process.standardOutput = try file("output")
    process.standardError = try file("errors")
    try process.run()
    process.waitUntilExit()
    line = ([tool] + arguments).joined(separator: " ")
    succeeded = process.terminationReason == .exit && process.terminationStatus == 0
    output = try String(contentsOfFile: files + "output", encoding: .utf8)
    errors = try String(contentsOfFile: files + "errors", encoding: .utf8)
  }

  var description: String { "\(line)\n\(output)\(errors)" }
}
