// SPDX-License-Identifier: Apache-2.0

import ELFInspection
import Glibc

/// Where the report goes: standard output, or a file that appears as a whole.
struct OutputFile: ~Copyable {
  /// The reader of a pipe went away: nobody wants the rest.
  private(set) var isClosed = false
  /// What `errno` said when a write failed.
  private(set) var failure: Int32?

  /// For people, after a failure.
  var reason: String { failure.flatMap { strerror($0) }.map { String(cString: $0) } ?? "unknown" }

  private var buffer: [UInt8] = []
  private let descriptor: Int32
  /// Nil for what is written to as it comes.
  private let replacement: Replacement?

  private static let flushByteCount = 1 << 15

  /// Nil, with `errno`, if the file can't be made.
  init?(_ path: Path?) {
    guard let path else {
      (replacement, descriptor) = (nil, STDOUT_FILENO)
      return
    }
    var status = stat()
    let exists = path.withCString { stat($0, &status) } == 0
    if exists, status.st_mode & S_IFMT != S_IFREG {
      // A terminal, FIFO or /dev/null is written to; a file must not take its place.
      replacement = nil
      descriptor = path.withCString { open($0, O_WRONLY | O_CLOEXEC) }
      if descriptor < 0 { return nil }
      return
    }
    replacement = Replacement(of: path)
    descriptor = replacement?.descriptor ?? -1
    if descriptor < 0 { return nil }
    if exists { fchmod(descriptor, status.st_mode & 0o777) }
  }

  mutating func write(_ bytes: some Sequence<UInt8>) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.flushByteCount { flush() }
  }

  mutating func flush() {
    var rest = buffer[...]
    while !rest.isEmpty, !isClosed, failure == nil {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EPIPE {
        isClosed = true
      } else if errno != EINTR {
        failure = errno
      }
    }
    buffer.removeAll(keepingCapacity: true)
  }

  /// Writes the rest; a file gets its name only now. False if something failed.
  mutating func finish() -> Bool {
    flush()
    if descriptor == STDOUT_FILENO { return failure == nil }
    if let replacement, failure == nil, !replacement.prepare() { failure = errno }
    // A full disk may be noticed as late as here.
    if close(descriptor) != 0 && failure == nil { failure = errno }
    guard let replacement else { return failure == nil }
    if failure == nil, !replacement.replace() { failure = errno }
    if failure != nil { replacement.remove() }
    return failure == nil
  }
}
