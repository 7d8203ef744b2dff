// SPDX-License-Identifier: Apache-2.0

import ELFInspection
import CLibrary

/// The report's destination: standard output, or a file that appears only when
/// it is complete.
struct OutputFile: ~Copyable {
  /// Whether the pipe's reader is gone, so that nobody reads the rest.
  private(set) var isClosed = false
  /// The error number of a failed write.
  private(set) var failure: Int32?

  /// The reason of a failure, for people.
  var reason: String { failure.flatMap { strerror($0) }.map { String(cString: $0) } ?? "unknown" }

  private var buffer: [UInt8] = []
  private let descriptor: Int32
  /// The file under construction; nil if output is written directly.
  private let replacement: Replacement?

  private static let flushByteCount = 1 << 15

  /// Opens a destination; nil, with `errno`, if that fails.
  init?(_ path: Path?) {
    guard let path else {
      (replacement, descriptor) = (nil, STDOUT_FILENO)
      return
    }
    var status = stat()
    let exists = path.withCString { stat($0, &status) } == 0
    if exists, status.st_mode & S_IFMT != S_IFREG || status.st_nlink == 0 {
      // A terminal, FIFO or device is written to and must not be replaced; an open file that was
      // removed, as behind `/dev/stdout`, has no name by which it could be.
      replacement = nil
      descriptor = path.withCString { open($0, O_WRONLY | O_TRUNC | O_CLOEXEC) }
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

  /// Writes the rest, and gives a file its name; false if something failed.
  mutating func finish() -> Bool {
    flush()
    if descriptor == STDOUT_FILENO { return failure == nil }
    if let replacement, failure == nil, !replacement.prepare() { failure = errno }
    // Closing may be the first to report a full disk.
    if close(descriptor) != 0 && failure == nil { failure = errno }
    guard let replacement else { return failure == nil }
    if failure == nil, !replacement.replace() { failure = errno }
    if failure != nil { replacement.remove() }
    return failure == nil
  }
}
