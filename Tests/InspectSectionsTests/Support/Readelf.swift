// SPDX-License-Identifier: Apache-2.0

import ELFInspection

/// What `readelf -SW` prints, to compare with.
enum Readelf {
  struct Row: Equatable {
    var index: Int
    var name: String
    /// Address, offset and size.
    var numbers: [UInt64]
  }

  static func sections(_ path: String) throws -> [Row] {
    try Run.tool("readelf", ["-SW", path]).split(separator: "\n").compactMap { line in
      guard let close = line.firstIndex(of: "]"), line.contains("["),
        let index = line[..<close].split(separator: "[").last.flatMap({
          Int($0.filter { $0 != " " })
        }), index > 0
      else { return nil }
      let fields = line[line.index(after: close)...].split(separator: " ").map(String.init)
      // Name, type, address, offset, size.
      guard fields.count > 4 else { return nil }
      return Row(
        index: index, name: fields[0], numbers: fields[2...4].compactMap { UInt64($0, radix: 16) })
    }
  }
}

extension Readelf.Row {
  init(_ section: JSONValue) {
    index = section["index"]?.integer.map { Int($0) } ?? 0
    name = section["name"]?.text ?? ""
    numbers = ["address", "offset", "byteCount"].compactMap { key in
      section[key]?.text.flatMap { UInt64($0.dropFirst(2), radix: 16) }
    }
  }
}
