// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A command of the toolchain or the system.
struct Command {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Runs it to its end and returns what it prints, or throws all it says.
  @discardableResult
  static func run(_ arguments: [String]) throws -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
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
