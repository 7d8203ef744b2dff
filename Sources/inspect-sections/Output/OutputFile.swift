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
  private let final: Path?
  private let temporary: Path?

  private static let flushByteCount = 1 << 15

  /// Nil, with `errno`, if the file can't be made.
  init?(_ path: Path?) {
    final = path
    temporary = path.map { Path(bytes: $0.bytes + Array(".\(getpid()).partial".utf8)) }
    descriptor =
      temporary.map { $0.withCString { open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666) } }
      ?? STDOUT_FILENO
    if descriptor < 0 { return nil }
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
    guard let final, let temporary else { return failure == nil }
    // A full disk may be noticed as late as here.
    if close(descriptor) != 0 && failure == nil { failure = errno }
    if failure == nil, temporary.rename(to: final) != 0 { failure = errno }
    if failure != nil { _ = temporary.withCString { unlink($0) } }
    return failure == nil
  }
}

extension Path {
  fileprivate func rename(to other: Path) -> Int32 {
    withCString { own in other.withCString { Glibc.rename(own, $0) } }
  }
}
