// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// The bytes of a linked file of 64 bits, by the addresses at which they are loaded.
struct PatchedImage {
  private(set) var bytes: [UInt8]
  private let segments: [(address: Int, offset: Int, byteCount: Int)]
  private let symbols: [String: Int]

  init(_ path: String) throws {
    bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    segments = try Command.run("readelf", ["-lW", path]).split(separator: "\n").compactMap { line in
      let fields = line.split(separator: " ").map(String.init)
      guard fields.first == "LOAD" else { return nil }
      let numbers = fields[1...5].compactMap { Int($0.dropFirst(2), radix: 16) }
      return (numbers[1], numbers[0], numbers[3])
    }
    var symbols: [String: Int] = [:]
    for line in try Command.run("nm", [path]).split(separator: "\n") {
      let fields = line.split(separator: " ").map(String.init)
      if fields.count == 3 { symbols[fields[2]] = Int(fields[0], radix: 16) }
    }
    self.symbols = symbols
  }

  func address(_ symbol: String) throws -> Int { try #require(symbols[symbol], "\(symbol)") }

  func offset(_ address: Int) throws -> Int {
    let segment = segments.first { $0.address..<$0.address + $0.byteCount ~= address }
    return try #require(segment.map { address - $0.address + $0.offset })
  }

  /// The target of a relative pointer.
  func relative(_ address: Int) throws -> Int {
    let offset = try offset(address)
    let word = bytes[offset..<offset + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    return address + Int(Int32(bitPattern: word))
  }

  mutating func patch(_ address: Int, _ change: (UInt8) -> UInt8) throws {
    let offset = try offset(address)
    bytes[offset] = change(bytes[offset])
  }
}
