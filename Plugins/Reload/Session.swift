// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Runs the tool, and builds when the tool asks for it.
struct Session {
  /// The result of a build, sent to the tool as a line of JSON.
  struct Outcome: Encodable {
    let file: String?
    let log: String
  }

  private let tool: URL
  private let words: [String]
  private let build: () throws -> Outcome

  init(tool: URL, _ words: [String], _ build: @escaping () throws -> Outcome) {
    self.tool = tool
    self.words = words
    self.build = build
  }

  func run() throws {
    let process = Process()
    process.executableURL = tool
    process.arguments = words
    let (requests, answers) = (Pipe(), Pipe())
    process.standardOutput = requests
    process.standardInput = answers
    try process.run()
    var pending = Data()
    while true {
      let data = requests.fileHandleForReading.availableData
      if data.isEmpty { break }
      pending += data
      while let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
        pending = Data(pending[(end + 1)...])
        let answer = try JSONEncoder().encode(outcome()) + Data("\n".utf8)
        try answers.fileHandleForWriting.write(contentsOf: answer)
      }
    }
    process.waitUntilExit()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      throw ReloadFailure(description: "reload-plugin exits \(process.terminationStatus)")
    }
  }

  private func outcome() -> Outcome {
    do { return try build() } catch { return Outcome(file: nil, log: "\(error)") }
  }
}
