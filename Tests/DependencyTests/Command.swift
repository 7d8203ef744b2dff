// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A command of the toolchain or the system.
struct Command {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// How it ended, and what it printed where.
  struct Outcome: CustomStringConvertible {
    let status: Int32
    let output: String
    let errors: String

    var description: String { "exit \(status)\n\(output)\n\(errors)" }
  }

  /// A build on a busy machine takes minutes; one that hangs is killed in the end.
  private static let timeout = ["timeout", "--kill-after=10", "3600"]

  /// Runs it to its end, whatever that is.
  static func outcome(of arguments: [String], in scratch: ScratchFolder) throws -> Outcome {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = timeout + arguments
    process.standardInput = FileHandle.nullDevice
    // Into files: no pipe to drain.
    let files = ["output", "errors"].map { scratch.url.appending(path: $0) }
    let handles = try files.map { file in
      try Data().write(to: file)
      return try FileHandle(forWritingTo: file)
    }
    process.standardOutput = handles[0]
    process.standardError = handles[1]
    try process.run()
    process.waitUntilExit()
    let texts = try files.map { String(decoding: try Data(contentsOf: $0), as: UTF8.self) }
    return Outcome(status: process.terminationStatus, output: texts[0], errors: texts[1])
  }

  /// Runs it to its end and returns what it prints, or throws all it says.
  @discardableResult
  static func run(_ arguments: [String]) throws -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = timeout + arguments
    process.standardOutput = output
    process.standardError = output
    process.standardInput = FileHandle.nullDevice
    try process.run()
    // One pipe for both: read to its end before the process is waited for.
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      throw Failure(
        description: "\(arguments.joined(separator: " ")): \(process.terminationStatus)\n\(text)")
    }
    return text
  }
}
