// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A process that is to be run, from its executable to its last line.
struct Command {
  var executable: String
  var arguments: [String]
  var environment: [String: String] = [:]
  /// In seconds. It ends what hangs, and nothing else: a build that shares the machine can
  /// take many times as long as alone.
  var timeLimit = 3600

  /// - Parameter tool: a name to look up in PATH, or a path.
  init(_ tool: String, _ arguments: [String]) throws {
    executable = try Self.path(of: tool)
    self.arguments = arguments
  }

  /// What a process left behind.
  struct Outcome: CustomStringConvertible {
    let command: String
    let status: Int32
    /// Killed by a signal, as a trap does.
    let wasKilled: Bool
    let output: String
    let errors: String

    var succeeded: Bool { status == 0 && !wasKilled }

    var description: String {
      "\(command)\n\(wasKilled ? "signal" : "status") \(status)\n\(output)\(errors)"
    }
  }

  /// Runs the process to its end.
  func run() throws -> Outcome {
    let process = Process()
    process.executableURL = URL(filePath: try Self.path(of: "timeout"))
    // One that hangs may not end on the signal that asks it to.
    process.arguments = ["--kill-after=10", "\(timeLimit)", executable] + arguments
    process.environment = ProcessInfo.processInfo.environment
      .merging(["SWIFT_BACKTRACE": "enable=no", "LC_ALL": "C"]) { $1 }
      .merging(environment) { $1 }
    let (output, errors) = (Pipe(), Pipe())
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    // Both are drained at once: a full pipe would stop the process.
    let drain = Drain(errors.fileHandleForReading)
    let outputData = output.fileHandleForReading.readDataToEndOfFile()
    let errorData = drain.wait()
    process.waitUntilExit()
    return Outcome(
      command: ([executable] + arguments).joined(separator: " "),
      status: process.terminationStatus,
      wasKilled: process.terminationReason == .uncaughtSignal,
      output: String(decoding: outputData, as: UTF8.self),
      errors: String(decoding: errorData, as: UTF8.self))
  }

  /// Runs a tool that is expected to succeed.
  @discardableResult
  static func run(_ tool: String, _ arguments: [String]) throws -> String {
    let outcome = try Command(tool, arguments).run()
    guard outcome.succeeded else { throw Failure(description: "\(outcome)") }
    return outcome.output
  }

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Fails where the tool is missing: no test passes without what it needs.
  private static func path(of tool: String) throws -> String {
    if tool.contains("/") { return tool }
    let folders = ProcessInfo.processInfo.environment["PATH", default: "/usr/bin:/bin"]
    let candidates = folders.split(separator: ":").map { "\($0)/\(tool)" }
    guard let found = candidates.first(where: FileManager.default.isExecutableFile) else {
      throw Failure(description: "\(tool) is not installed; Tests/run installs what is needed")
    }
    return found
  }
}

/// Reads a pipe to its end on a thread of its own.
private final class Drain: @unchecked Sendable {
  private let done = DispatchSemaphore(value: 0)
  private var data = Data()

  init(_ handle: FileHandle) {
    Thread { [self] in
      data = handle.readDataToEndOfFile()
      done.signal()
    }.start()
  }

  func wait() -> Data {
    done.wait()
    return data
  }
}
