// SPDX-License-Identifier: Apache-2.0

/// Relocations, kept small: a section can have hundreds of thousands, and few symbols
/// that they name.
public struct RelocationList: Sendable {
  /// One relocation, in 24 bytes.
  struct Entry: Hashable, Sendable {
    var offset: UInt64
    /// Of no meaning where the target has none.
    var addend: Int64
    var type: UInt32
    /// Its place in `targets`.
    var target: UInt32
  }

  /// What relocations by the same symbol have in common.
  struct Target: Hashable, Sendable {
    var symbolIndex: UInt32
    var symbol: String?
    var hasAddend: Bool
  }

  var machine: UInt16 = 0
  var entries: [Entry] = []
  var targets: [Target] = []

  public init() {}
}

extension RelocationList: RandomAccessCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { entries.count }

  public subscript(index: Int) -> Relocation {
    let entry = entries[index]
    let target = targets[Int(entry.target)]
    return Relocation(
      offset: entry.offset, type: entry.type, machine: machine,
      symbolIndex: UInt64(target.symbolIndex), symbol: target.symbol,
      addend: target.hasAddend ? entry.addend : nil)
  }
}

/// By the relocations, in whatever order their symbols are kept.
extension RelocationList: Hashable {
  public static func == (one: Self, other: Self) -> Bool { one.elementsEqual(other) }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for relocation in self { hasher.combine(relocation) }
  }
}
