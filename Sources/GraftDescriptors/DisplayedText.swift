// SPDX-License-Identifier: Apache-2.0

extension String {
  /// The text with control characters, C1 and the marks that reorder text
  /// escaped as `\u{…}`.
  package var escapingControls: String {
    var text = self
    // Bytes, because scalars take 20 times as long.
    return text.withUTF8 { bytes in
      guard let first = bytes.indices.first(where: { bytes.control(at: $0) != nil }) else {
        return nil
      }
      var escaped = Array(bytes[..<first])
      escaped.reserveCapacity(bytes.count + 16)
      var index = first
      while index < bytes.count {
        if let control = bytes.control(at: index) {
          escaped += "\\u{\(String(control.value, radix: 16))}".utf8
          index += control.byteCount
        } else {
          escaped.append(bytes[index])
          index += 1
        }
      }
      return String(decoding: escaped, as: UTF8.self)
    } ?? self
  }

  /// The text as a string in JSON, without Foundation.
  package var quotedInJSON: String {
    var quoted = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case "\0"..<" ":
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The control character that begins at an index of UTF-8, or nil.
  fileprivate func control(at index: Int) -> (value: UInt32, byteCount: Int)? {
    let byte = self[index]
    if byte < 0x20 || byte == 0x7f { return (UInt32(byte), 1) }
    // C1 is U+0080 to U+009F; the marks are U+061C, and between U+200E and U+2069.
    if byte == 0xc2, index + 1 < count, self[index + 1] < 0xa0 {
      return (UInt32(self[index + 1]), 2)
    }
    if byte == 0xd8, index + 1 < count, self[index + 1] == 0x9c { return (0x061c, 2) }
    guard byte == 0xe2, index + 2 < count, self[index + 1] & 0xfe == 0x80 else { return nil }
    let value = 0x2000 | UInt32(self[index + 1] & 0x3f) << 6 | UInt32(self[index + 2] & 0x3f)
    switch value {
    case 0x200e...0x200f, 0x2028...0x202e, 0x2066...0x2069: return (value, 3)
    default: return nil
    }
  }
}
