// SPDX-License-Identifier: Apache-2.0

import CLibrary

enum StandardError {
  /// Writes a text, usually in one piece, so that lines of several threads do not mix.
  static func write(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { CLibrary.write(STDERR_FILENO, $0.baseAddress, $0.count) }
      if count > 0 {
        bytes = bytes.dropFirst(count)
      } else if !isToTryAgain(errno) {
        return
      }
    }
  }

  /// Whether to write again: after a signal, or when a non-blocking pipe has room
  /// again.
  private static func isToTryAgain(_ code: Int32) -> Bool {
    if code == EINTR { return true }
    guard code == EAGAIN else { return false }
    var request = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
    return poll(&request, 1, -1) > 0 || errno == EINTR
  }
}

extension String {
  /// The text on one line, with control characters, C1 and marks that reorder text as `\u{…}`.
  var escapingControls: String {
    guard unicodeScalars.contains(where: \.isControl) else { return self }
    return unicodeScalars.reduce(into: "") { text, scalar in
      if scalar.isControl {
        text += "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isControl: Bool {
    switch value {
    case 0..<0x20, 0x7f..<0xa0, 0x200e...0x200f, 0x2028...0x202e, 0x2066...0x2069: true
    default: false
    }
  }
}
