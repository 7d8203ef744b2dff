// SPDX-License-Identifier: Apache-2.0

import TestSupport

/// The output of `readelf -SW`, to compare with.
enum Readelf {
  struct Row: Equatable {
    var index: Int
    var name: String
    /// Address, offset and size.
    var numbers: [UInt64]
  }

  static func sections(_ path: String) throws -> [Row] {
    try Command.run("readelf", ["-SW", path]).split(separator: "\n").compactMap { line in
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

extension Readelf {
  /// The hexadecimal digits of a section, uncompressed; by name or by index.
  static func bytes(_ path: String, section: String) throws -> String {
    try Command.run("readelf", ["-z", "-x", section, path]).split(separator: "\n")
      .filter { $0.hasPrefix("  0x") }
      // The address, four groups of hexadecimal digits, then the text at column 48.
      .map { $0.dropFirst(13).prefix(35).filter { $0 != " " } }.joined()
  }

  /// A relocation in the output of `readelf -rW`.
  struct Relocation: Equatable {
    var address: UInt64
    /// Nil for RELR, where it prints addresses only.
    var type: String?
    /// Nil for none.
    var symbol: String?
    var addend: UInt64?

    static func == (one: Relocation, other: Relocation) -> Bool {
      one.address == other.address
        && (one.type == nil || other.type == nil
          || (one.type, one.symbol, one.addend) == (other.type, other.symbol, other.addend))
    }
  }

  /// The relocations of a linked file of 64 bits.
  static func relocations(_ path: String) throws -> [Relocation] {
    try Command.run("readelf", ["-rW", path]).split(separator: "\n").compactMap { line in
      let fields = line.split(separator: " ").map(String.init)
      guard let first = fields.first, first.count == 16, let address = UInt64(first, radix: 16)
      else { return nil }
      guard fields.count > 3 else { return Relocation(address: address) }
      // Symbol's value, name with version, sign, addend; or the addend alone.
      guard fields.count > 4, let addend = UInt64(fields[fields.count - 1], radix: 16) else {
        return Relocation(
          address: address, type: fields[2], addend: UInt64(fields[3], radix: 16))
      }
      let name = fields[4].prefix { $0 != "@" }
      return Relocation(
        address: address, type: fields[2], symbol: String(name), addend: addend)
    }
  }
}

extension Readelf.Relocation {
  init(_ relocation: JSONValue, in section: UInt64) {
    func number(_ key: String) -> UInt64? {
      relocation[key]?.text.flatMap { UInt64($0.dropFirst(2), radix: 16) }
    }
    self.init(
      address: section + (number("offset") ?? 0), type: relocation["name"]?.text,
      symbol: relocation["symbol"]?.text.map { String($0.prefix { $0 != "@" }) },
      addend: number("addend"))
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
