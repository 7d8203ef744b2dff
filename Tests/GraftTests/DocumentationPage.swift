// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A page whose tables the tests compare with the code.
enum DocumentationPage {
  struct Unreadable: Error, CustomStringConvertible {
    let description: String
  }

  /// - Parameter name: such as `images.md`.
  static func text(_ name: String) throws -> String {
    let package = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
    let path = package + "/docs/" + name
    guard let file = fopen(path, "r") else {
      throw Unreadable(description: "\(path): \(String(cString: strerror(errno)))")
    }
    defer { fclose(file) }
    var text: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 14)
    while case let count = fread(&part, 1, part.count, file), count > 0 { text += part[..<count] }
    return String(decoding: text, as: UTF8.self)
  }
}
