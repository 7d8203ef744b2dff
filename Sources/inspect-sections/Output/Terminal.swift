// SPDX-License-Identifier: Apache-2.0

import CInspection
import CLibrary

/// Properties of the terminals behind the standard streams.
enum Terminal {
  /// The width of standard output's terminal; nil if lines have no limit.
  static var columns: Int? {
    let columns = Int(inspection_terminal_columns(STDOUT_FILENO))
    return columns > 0 ? columns : nil
  }

  static func usesColor(_ wish: Arguments.Color, inFile: Bool) -> Bool {
    switch wish {
    case .always: true
    case .never: false
    case .auto:
      !inFile && isatty(STDOUT_FILENO) == 1
        && (getenv("NO_COLOR").map { $0.pointee == 0 } ?? true) && knowsEscapes
    }
  }

  /// Whether the terminal understands escape sequences; an unknown one gets
  /// none.
  private static var knowsEscapes: Bool {
    getenv("TERM").map { strcmp($0, "dumb") != 0 && $0.pointee != 0 } ?? false
  }

  /// The environment variables that matter, for people.
  static let variables = [
    (name: "NO_COLOR", meaning: "if it is set and not empty, there are no colors"),
    (name: "TERM", meaning: "there are no colors if it is dumb, empty or not set"),
  ]

  static var showsProgress: Bool { isatty(STDERR_FILENO) == 1 && knowsEscapes }

  /// A monotonic time in nanoseconds.
  static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// Prints a line to standard error.
  static func complain(_ text: String) { show(text + "\n") }

  /// Prints to standard error immediately.
  static func show(_ text: String) {
    let bytes = Array(text.utf8)
    bytes.withUnsafeBytes { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
