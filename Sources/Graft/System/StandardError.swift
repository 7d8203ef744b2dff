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
