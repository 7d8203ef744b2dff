// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport

/// Translations as the C library reads them: the GNU gettext manual, "The Format of GNU
/// MO Files".
enum MessageCatalog {
  /// Writes `LANGUAGE/LC_MESSAGES/DOMAIN.mo`, for `bindtextdomain`.
  static func write(
    _ translations: [String: String], of domain: String, language: String, into folder: String
  ) throws {
    // The empty text stands for the header, which names the character set.
    let header = ["": "Content-Type: text/plain; charset=UTF-8\n"]
    let pairs = translations.merging(header) { $1 }
      .sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    let tableByteCount = 8 * pairs.count
    let headerByteCount = 28
    var (tables, text) = ([UInt32](), [UInt8]())
    for string in pairs.map(\.key) + pairs.map(\.value) {
      tables += [
        UInt32(string.utf8.count), UInt32(headerByteCount + 2 * tableByteCount + text.count),
      ]
      text += Array(string.utf8) + [0]
    }
    // The magic number, the format's revision, the number of pairs, where the two tables
    // are, and no hash table.
    let words: [UInt32] = [
      0x9504_12de, 0, UInt32(pairs.count), UInt32(headerByteCount),
      UInt32(headerByteCount + tableByteCount), 0, 0,
    ]
    let path = folder + "\(language)/LC_MESSAGES/"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let numbers = (words + tables).flatMap { word in withUnsafeBytes(of: word) { Array($0) } }
    try Data(numbers + text).write(to: URL(filePath: path + domain + ".mo"))
  }
}
