// SPDX-License-Identifier: Apache-2.0

import CLibrary

/// A file that stays open for reading as long as this object lives.
final class OpenFile: Sendable {
  let descriptor: Int32
  /// The status when it was opened.
  let status: stat

  var byteCount: Int { Int(status.st_size) }

  /// Opens a file; nil, with `errno`, if that fails.
  convenience init?(_ path: String, followingLinks: Bool = true) {
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | (followingLinks ? 0 : O_NOFOLLOW)
    self.init(owning: open(path, flags))
  }

  /// Takes an open file; nil, with `errno`, for a negative descriptor.
  init?(owning descriptor: Int32) {
    var status = stat()
    guard descriptor >= 0 else { return nil }
    guard fstat(descriptor, &status) == 0 else {
      close(descriptor)
      return nil
    }
    (self.descriptor, self.status) = (descriptor, status)
  }

  deinit { close(descriptor) }

  /// The bytes at an offset; fewer at the end of the file.
  func bytes(at offset: Int, count: Int) -> [UInt8] {
    read(at: offset, count: min(count, byteCount - min(byteCount, max(0, offset))))
  }

  /// The first bytes, also of a file of `/proc`, whose status has no size.
  func start(byteCount: Int) -> [UInt8] { read(at: 0, count: byteCount) }

  private func read(at offset: Int, count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: max(0, count)) { buffer, filled in
      while filled < buffer.count {
        let part = pread(
          descriptor, buffer.baseAddress! + filled, buffer.count - filled, off_t(offset + filled))
        if part < 0 && errno == EINTR { continue }
        if part <= 0 { break }
        filled += part
      }
    }
  }
}
