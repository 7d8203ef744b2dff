// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

/// The built command.
enum InspectSections {
  static let path = Folders.products + "inspect-sections"

  static func run(
    _ arguments: [String], in folder: String? = nil, input: String = "/dev/null",
    environment: [String: String] = [:]
  ) throws -> Command.Outcome {
    try Command.outcome(path, arguments, in: folder, input: input, environment: environment)
  }

  /// The results of a run in JSON.
  static func results(_ arguments: [String]) throws -> [JSONValue] {
    try report(arguments)["results"]?.elements ?? []
  }

  /// A run's report in JSON, which is as the command's schema has it.
  static func report(_ arguments: [String]) throws -> JSONValue {
    let report = try JSONValue.parse(try run(arguments + ["--format", "json"]).output)
    #expect(try schema.get().violation(report) == nil, "\(arguments)")
    return report
  }

  static let schema = Result {
    SchemaValidation(schema: try JSONValue.parse(try run(["schema"]).output))
  }
}
