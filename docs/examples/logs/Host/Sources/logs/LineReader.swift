import Glibc

/// The lines of standard input, which is a file or a pipe of any length.
struct LineReader {
  private var block = [UInt8](repeating: 0, count: 1 << 16)
  /// How many bytes at the start of the block belong to a line that has not ended.
  private var pending = 0

  /// Reads once, and calls `body` with each line that has ended.
  ///
  /// - Returns: whether the input goes on.
  mutating func readBlock(_ body: (String) -> Void) -> Bool {
    if pending == block.count { block.append(contentsOf: [UInt8](repeating: 0, count: pending)) }
    let unread = pending
    let count = block.withUnsafeMutableBytes { bytes in
      read(STDIN_FILENO, bytes.baseAddress! + unread, bytes.count - unread)
    }
    guard count > 0 else {
      if pending > 0 { body(String(decoding: block[..<pending], as: UTF8.self)) }
      pending = 0
      return false
    }
    let filled = pending + count
    var start = 0
    block.withUnsafeBytes { bytes in
      while let end = memchr(bytes.baseAddress! + start, 10, filled - start) {
        let length = UnsafeRawPointer(end) - (bytes.baseAddress! + start)
        body(String(decoding: bytes[start..<start + length], as: UTF8.self))
        start += length + 1
      }
    }
    block.replaceSubrange(0..<filled - start, with: block[start..<filled])
    pending = filled - start
    return true
  }
}
