// SPDX-License-Identifier: Apache-2.0

/// Text from files, made fit for people. A string can be as long as a file.
extension String {
  /// The text, cut to a number of bytes and marked with `…` if it was longer.
  func abbreviated(to byteCount: Int) -> String {
    guard utf8.count > byteCount else { return self }
    // A character that is cut in two becomes U+FFFD.
    return String(decoding: utf8.prefix(byteCount), as: UTF8.self) + "…"
  }
}
