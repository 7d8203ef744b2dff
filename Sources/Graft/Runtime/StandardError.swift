// SPDX-License-Identifier: Apache-2.0

import Glibc

enum StandardError {
  /// In one piece, so that lines of several threads do not mix.
  static func write(_ text: String) {
    let bytes = Array(text.utf8)
    _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
  }
}
