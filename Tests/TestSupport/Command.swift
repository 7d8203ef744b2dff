// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A command that a test runs.
public struct Command: Sendable {
  public var executable: String
  public var arguments: [String]
  public var environment: [String: String] = [:]
  /// The folder to run in; by default the tests' own.
  public var folder: String?
  /// The file for standard input.
  public var input = "/dev/null"
  /// The time limit in seconds.
  ///
  /// It only ends processes that hang: a build that shares the machine can take many
  /// times as long as alone. Two that hang stop all tests of a machine with two
  /// processors, and have to end before CI does.
  public var timeLimit = 1500

  /// Creates a command.
  ///
  /// - Parameter tool: a name to look up in PATH, or a path.
  /// - Throws: `Failure` if the tool is missing, so that no test passes without it.
  public init(_ tool: String, _ arguments: [String] = [], in folder: String? = nil) throws {
    executable = try Self.path(of: tool)
    self.arguments = arguments
    self.folder = folder
  }

  /// The result of a command: its status and its output.
  public struct Outcome: CustomStringConvertible, Sendable {
    public let command: String
    /// The exit status, or the signal that ended it.
    public let status: Int32
    /// Whether a signal ended it, as a trap does.
    public let wasKilled: Bool
    public let output: String
    public let errors: String

    public var succeeded: Bool { status == 0 && !wasKilled }

    public var description: String {
      "\(command)\n\(wasKilled ? "signal" : "status") \(status)\n\(output)\(errors)"
    }
  }

  public struct Failure: Error, CustomStringConvertible {
    public let description: String

    public init(description: String) { self.description = description }
  }

  /// Runs the command until it exits, whatever its status.
  public func run() throws -> Outcome {
    let process = try self.process()
    process.standardInput = FileHandle(forReadingAtPath: input)
    // Files, not pipes: a pipe must be drained, and stays open as long as any process
    // that the command leaves behind.
    let scratch = try ScratchFolder()
    let files = try ["output", "errors"].map { try scratch.write([], to: $0) }
    process.standardOutput = FileHandle(forWritingAtPath: files[0])
    process.standardError = FileHandle(forWritingAtPath: files[1])
    let begun = ContinuousClock.now
    try process.run()
    process.waitUntilExit()
    CommandTimes.note(self, ContinuousClock.now - begun)
    let texts = try files.map { String(decoding: try scratch.bytes($0), as: UTF8.self) }
    return Outcome(
      command: ([executable] + arguments).joined(separator: " "),
      status: process.terminationStatus,
      wasKilled: process.terminationReason == .uncaughtSignal,
      output: texts[0], errors: texts[1])
  }

  /// Runs a command until it exits, whatever its status.
  public static func outcome(
    _ tool: String, _ arguments: [String] = [], in folder: String? = nil,
    input: String = "/dev/null", environment: [String: String] = [:]
  ) throws -> Outcome {
    var command = try Command(tool, arguments, in: folder)
    command.input = input
    command.environment = environment
    return try command.run()
  }

  /// Runs a tool that is expected to succeed.
  ///
  /// - Returns: its output.
  /// - Throws: `Failure` with all its output if it fails.
  @discardableResult
  public static func run(
    _ tool: String, _ arguments: [String] = [], in folder: String? = nil
  ) throws -> String {
    let outcome = try Command(tool, arguments, in: folder).run()
    guard outcome.succeeded else { throw Failure(description: "\(outcome)") }
    return outcome.output
  }

  /// The process, not yet started, and without its streams.
  func process() throws -> Process {
    let process = Process()
    process.executableURL = URL(filePath: try Self.path(of: "timeout"))
    // A hanging process may ignore SIGTERM.
    process.arguments = ["--kill-after=10", "\(timeLimit)", executable] + arguments
    process.environment = ProcessInfo.processInfo.environment
      .merging(["SWIFT_BACKTRACE": "enable=no", "LC_ALL": "C"]) { $1 }
      .merging(environment) { $1 }
    if let folder { process.currentDirectoryURL = URL(filePath: folder) }
    return process
  }

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
