// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A command whose lines a test reads, and to which it writes, while it runs.
public final class RunningCommand {
  private let process: Process
  private let keys = Pipe()
  private let output = Pipe()
  private var pending = Data()
  /// All lines that were read.
  public private(set) var transcript = ""
  /// The newest of them, for what a failed test says.
  public var latest: String {
    transcript.split(separator: "\n").suffix(30).joined(separator: "\n")
  }

  /// - Parameter mergesErrors: whether its lines have those of its standard error among them.
  public init(_ command: Command, mergesErrors: Bool = false) throws {
    // A command that has ended reads no keys; what it lacks, the test says.
    signal(SIGPIPE, SIG_IGN)
    process = try command.process()
    process.standardInput = keys
    process.standardOutput = output
    if mergesErrors { process.standardError = output }
    try process.run()
  }

  /// Starts a command at a terminal of its own.
  ///
  /// - Parameter words: the command, without spaces or quotes in a word.
  public convenience init(atTerminal words: [String]) throws {
    let script = try Command(
      "script",
      ["--quiet", "--return", "--command", words.joined(separator: " "), "/dev/null"])
    try self.init(script, mergesErrors: true)
  }

  public func press(_ keys: String) {
    try? self.keys.fileHandleForWriting.write(contentsOf: Data(keys.utf8))
  }

  /// The next line; nil at the end.
  public func line() -> String? { line(until: nil) }

  private func line(until end: ContinuousClock.Instant?) -> String? {
    while true {
      if let newline = pending.firstIndex(where: { $0 == UInt8(ascii: "\n") }) {
        var line = String(decoding: pending[..<newline], as: UTF8.self)
        if line.last == "\r" { line.removeLast() }
        pending = Data(pending[(newline + 1)...])
        transcript += line + "\n"
        return line
      }
      let file = output.fileHandleForReading
      if let end {
        var request = pollfd(fd: file.fileDescriptor, events: Int16(POLLIN), revents: 0)
        let seconds = max(.zero, ContinuousClock.now.duration(to: end)).components.seconds
        guard poll(&request, 1, Int32(seconds * 1000)) > 0 else { return nil }
      }
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

  /// Reads until each text was in a line, in any order: two processes write to one terminal.
  ///
  /// - Returns: the texts that were in none before the output ended, or for ten minutes.
  public func missing(of texts: String...) -> [String] { missing(of: texts) }

  public func missing(of texts: [String]) -> [String] {
    let end = ContinuousClock.now + .seconds(600)
    var missing = texts
    while !missing.isEmpty, let line = line(until: end) {
      missing.removeAll { line.contains($0) }
    }
    return missing
  }

  /// Reads to the end.
  ///
  /// - Returns: with what it exits.
  public func end() -> Int32 {
    while line() != nil {}
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Ends it, if it has not ended, with what it has started.
  public func stop() {
    // Its threads may not hear a milder signal: they were made by one that blocks most.
    // `timeout` leads a group of processes.
    if process.isRunning { kill(-process.processIdentifier, SIGKILL) }
  }
}
