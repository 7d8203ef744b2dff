// SPDX-License-Identifier: Apache-2.0

import CInspection
import Glibc

/// What the terminals at the end of the standard streams can do.
enum Terminal {
  /// Of standard output; nil where lines can be as long as they like.
  static var columns: Int? {
    let columns = Int(inspection_terminal_columns(STDOUT_FILENO))
    return columns > 0 ? columns : nil
  }

  static func usesColor(_ wish: Arguments.Color) -> Bool {
    switch wish {
    case .always: true
    case .never: false
    case .auto:
      isatty(STDOUT_FILENO) == 1 && (getenv("NO_COLOR").map { $0.pointee == 0 } ?? true)
        && knowsEscapes
    }
  }

  /// A terminal that is unknown gets none, either.
  private static var knowsEscapes: Bool {
    getenv("TERM").map { strcmp($0, "dumb") != 0 && $0.pointee != 0 } ?? false
  }

  /// What of the environment matters, for people.
  static let variables = [
    (name: "NO_COLOR", meaning: "if it is set and not empty, there are no colors"),
    (name: "TERM", meaning: "there are no colors if it is dumb, empty or not set"),
  ]

  static var showsProgress: Bool { isatty(STDERR_FILENO) == 1 && knowsEscapes }

  /// In nanoseconds, from some fixed moment.
  static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// A line to standard error.
  static func complain(_ text: String) { show(text + "\n") }

  /// To standard error, at once.
  static func show(_ text: String) {
    let bytes = Array(text.utf8)
    bytes.withUnsafeBytes { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
