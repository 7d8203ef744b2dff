// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A running command, whose output a test reads line by line, and to which it
/// writes.
public final class RunningCommand {
  private let process: Process
  private let keys = Pipe()
  private let output = Pipe()
  private var pending = Data()
  /// The end of the command's time: what it left behind can hold its output open.
  private let deadline: ContinuousClock.Instant
  private var isLate = false
  /// The lines that were read.
  public private(set) var transcript = ""
  /// The newest of them, for what a failed test says.
  public var latest: String {
    transcript.split(separator: "\n").suffix(30).joined(separator: "\n")
  }

  /// Starts a command.
  ///
  /// - Parameter mergesErrors: whether its lines include those of its standard error.
  public init(_ command: Command, mergesErrors: Bool = false) throws {
    // A command that has ended reads no keys; the test then reports the missing
    // output.
    signal(SIGPIPE, SIG_IGN)
    process = try command.process()
    deadline = .now + .seconds(command.timeLimit + 30)
    process.standardInput = keys
    process.standardOutput = output
    if mergesErrors { process.standardError = output }
    try process.run()
  }

  /// Starts a command at a terminal of its own.
  ///
  /// - Parameters:
  ///   - words: the command, without spaces or quotes in a word.
  ///   - environment: variables of its own.
  public convenience init(
    atTerminal words: [String], environment: [String: String] = [:]
  ) throws {
    var script = try Command(
      "script",
      ["--quiet", "--return", "--command", words.joined(separator: " "), "/dev/null"])
    script.environment = environment
    try self.init(script, mergesErrors: true)
  }

  public func press(_ keys: String) {
    try? self.keys.fileHandleForWriting.write(contentsOf: Data(keys.utf8))
  }

  /// The next line; nil at the end, or after the command's time.
  public func line() -> String? { line(until: deadline) }

  private func line(until end: ContinuousClock.Instant) -> String? {
    while true {
      if let newline = pending.firstIndex(where: { $0 == UInt8(ascii: "\n") }) {
        var line = String(decoding: pending[..<newline], as: UTF8.self)
        if line.last == "\r" { line.removeLast() }
        pending = Data(pending[(newline + 1)...])
        transcript += line + "\n"
        return line
      }
      let file = output.fileHandleForReading
      var request = pollfd(fd: file.fileDescriptor, events: Int16(POLLIN), revents: 0)
      let seconds = max(.zero, ContinuousClock.now.duration(to: end)).components.seconds
      let count = poll(&request, 1, Int32(seconds * 1000))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return nil }
      let data = file.availableData
      if data.isEmpty { return nil }
      pending += data
    }
  }

  /// The next lines, up to the first that begins with `last`.
  public func lines(to last: String) -> [String] {
    var lines: [String] = []
    while lines.last?.hasPrefix(last) != true, let line = line() { lines.append(line) }
    return lines
  }

  /// Reads until each text was in a line, in any order: two processes write to one
  /// terminal.
  ///
  /// - Returns: the texts that were in none before the output ended, or for ten minutes; where
  ///   one was missing before, for ten seconds.
  public func missing(of texts: String...) -> [String] { missing(of: texts) }

  public func missing(of texts: [String]) -> [String] {
    let end = ContinuousClock.now + .seconds(isLate ? 10 : 600)
    var missing = texts
    while !missing.isEmpty, let line = line(until: end) {
      missing.removeAll { line.contains($0) }
    }
    isLate = isLate || !missing.isEmpty
    return missing
  }

  /// Reads to the end.
  ///
  /// - Returns: the exit status.
  public func end() -> Int32 {
    while line() != nil {}
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Kills the command and the processes that it started, if it is still running.
  public func stop() {
    // Its threads may block a milder signal: they were made by a thread that blocks
    // most. `timeout` leads the process group.
    if process.isRunning { kill(-process.processIdentifier, SIGKILL) }
  }
}
