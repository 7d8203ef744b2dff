// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Logs the times of commands, one line each, in the file GRAFT_COMMAND_TIMES:
/// seconds, test, command.
///
/// Tests run in parallel, so a test's duration says little about its cost.
enum CommandTimes {
  private static let file = ProcessInfo.processInfo.environment["GRAFT_COMMAND_TIMES"]
    .map { open($0, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o666) }

  static func note(_ command: Command, _ duration: Duration) {
    guard let file else { return }
    let name = Test.current.map { $0.displayName ?? $0.name } ?? "(no test)"
    let words = ([command.executable] + command.arguments).joined(separator: " ")
    let line = "\(duration / .seconds(1))\t\(name)\t\(words.replacing("\n", with: " "))\n"
    // A single call, since other threads write to the file as well.
    _ = line.withCString { write(file, $0, strlen($0)) }
  }
}
