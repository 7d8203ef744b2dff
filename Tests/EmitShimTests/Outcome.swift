// SPDX-License-Identifier: Apache-2.0

import Foundation

/// How a run of a command ended.
struct Outcome {
  let status: Int32
  let errors: String

  init(of command: URL, _ arguments: [String]) throws {
    let process = Process()
    process.executableURL = command
    process.arguments = arguments
    let pipe = Pipe()
    process.standardError = pipe
    try process.run()
    // Read to the end before waiting: a full pipe would block the command.
    errors = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    status = process.terminationStatus
  }

  static let repository = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  static let headers = repository.appending(path: "Sources/CGraft/include")

  /// Beside the executable that runs the tests.
  static let tool = URL(filePath: CommandLine.arguments[0])
    .deletingLastPathComponent().appending(component: "emit-shim")
}
