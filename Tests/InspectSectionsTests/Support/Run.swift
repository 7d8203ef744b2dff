// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What a process did.
struct Run {
  var exit: Int32
  var isSignal: Bool
  var output: String
  var errors: String

  /// Standard output and error go to files, so no pipe fills up.
  init(
    _ tool: String, _ arguments: [String], input: String? = nil, folder: String? = nil,
    environment: [String: String] = [:]
  ) throws {
    let scratch = try Scratch()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [tool] + arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
    let (out, err) = (try scratch.write([], to: "out"), try scratch.write([], to: "err"))
    process.standardOutput = FileHandle(forWritingAtPath: out)
    process.standardError = FileHandle(forWritingAtPath: err)
    process.standardInput = FileHandle(forReadingAtPath: input ?? "/dev/null")
    try process.run()
    process.waitUntilExit()
    exit = process.terminationStatus
    isSignal = process.terminationReason == .uncaughtSignal
    output = String(decoding: try scratch.bytes(out), as: UTF8.self)
    errors = String(decoding: try scratch.bytes(err), as: UTF8.self)
  }

  /// A tool that a fixture needs: it fails with what the tool says.
  @discardableResult
  static func tool(_ tool: String, _ arguments: [String], folder: String? = nil) throws -> String {
    let run = try Run(tool, arguments, folder: folder)
    guard run.exit == 0 else {
      throw ToolFailure(text: "\(tool) \(arguments.joined(separator: " ")): \(run.errors)")
    }
    return run.output
  }
}

/// The built command.
enum InspectSections {
  /// Beside the test's own executable.
  static let path: String = {
    let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return URL(fileURLWithPath: own).deletingLastPathComponent().path + "/inspect-sections"
  }()

  static func run(
    _ arguments: [String], input: String? = nil, folder: String? = nil,
    environment: [String: String] = [:]
  ) throws -> Run {
    try Run(path, arguments, input: input, folder: folder, environment: environment)
  }

  /// The results of a run in JSON.
  static func results(_ arguments: [String]) throws -> [JSONValue] {
    try report(arguments)["results"]?.elements ?? []
  }

  static func report(_ arguments: [String]) throws -> JSONValue {
    try JSONValue.parse(try run(arguments + ["--format", "json"]).output)
  }
}
