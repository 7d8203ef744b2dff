// SPDX-License-Identifier: Apache-2.0

import CLibrary

/// Prints the tool's own messages, marked to tell them from the program's
/// output.
enum Report {
  static func line(_ text: String) { write("graft: \(text)\n") }

  /// Prints a compiler's output unchanged.
  static func output(_ text: String) { write(text.hasSuffix("\n") ? text : text + "\n") }

  private static func write(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      if count <= 0 { return }
      bytes = bytes.dropFirst(count)
    }
  }
}
