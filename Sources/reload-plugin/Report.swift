// SPDX-License-Identifier: Apache-2.0

import CLibrary

/// Prints the tool's own messages, marked to tell them from the program's
/// output.
enum Report {
  /// The descriptor to print to: SwiftPM's standard error, or the one that
  /// plug-ins get.
  nonisolated(unsafe) static var descriptor: Int32 = STDERR_FILENO

  /// Opens SwiftPM's own stream.
  ///
  /// SwiftPM holds back a plug-in's output unless it prints to a terminal.
  ///
  /// - Returns: the descriptor; nil for a file, since two writers would
  ///   overwrite each other.
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

  /// Prints a compiler's output unchanged.
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
