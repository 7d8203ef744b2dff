// SPDX-License-Identifier: Apache-2.0

import Glibc

/// What the tool itself says, each line marked, between what the program prints.
enum Report {
  /// SwiftPM's standard error, or what it gives to plug-ins as such.
  nonisolated(unsafe) static var descriptor: Int32 = STDERR_FILENO

  /// What SwiftPM itself writes to: what a plug-in prints, it holds back unless it prints to a
  /// terminal.
  ///
  /// - Returns: nil for a file: two who write to it would write over each other.
  static func stream(_ number: Int32, of process: pid_t) -> Int32? {
    let descriptor = open(
      "/proc/\(process)/fd/\(number)", O_WRONLY | O_APPEND | O_CLOEXEC | O_NOCTTY)
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0 else { return nil }
    if [S_IFIFO, S_IFCHR].contains(status.st_mode & S_IFMT) { return descriptor }
    close(descriptor)
    return nil
  }

  static func line(_ text: String) { write("graft: \(text)\n") }

  /// What a compiler says, as it says it.
  static func output(_ text: String) { write(text.hasSuffix("\n") ? text : text + "\n") }

  private static func write(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      if count <= 0 { return }
      bytes = bytes.dropFirst(count)
    }
  }
}
