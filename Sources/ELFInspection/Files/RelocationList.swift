// SPDX-License-Identifier: Apache-2.0

/// Relocations in a compact form: a section can have hundreds of thousands that
/// name few symbols.
public struct RelocationList: Sendable {
  /// A relocation, in 24 bytes.
  struct Entry: Hashable, Sendable {
    var offset: UInt64
    /// The addend; meaningless if the target has none.
    var addend: Int64
    var type: UInt32
    /// The index in `targets`.
    var target: UInt32
  }

  /// The part that relocations against one symbol share.
  struct Target: Hashable, Sendable {
    var symbolIndex: UInt32
    var symbol: String?
    var hasAddend: Bool
  }

  var machine: UInt16 = 0
  var entries: [Entry] = []
  var targets: [Target] = []

  public init() {}

  /// - Parameter relocations: relocations of one file, by offset.
  init(_ relocations: [Relocation]) {
    machine = relocations.first?.machine ?? 0
    var numbers: [Target: UInt32] = [:]
    for relocation in relocations {
      let target = Target(
        symbolIndex: UInt32(truncatingIfNeeded: relocation.symbolIndex),
        symbol: relocation.symbol, hasAddend: relocation.addend != nil)
      let number = numbers[target] ?? UInt32(targets.count)
      if number == targets.count {
        numbers[target] = number
        targets.append(target)
      }
      entries.append(
        Entry(
          offset: relocation.offset, addend: relocation.addend ?? 0, type: relocation.type,
          target: number))
    }
  }
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

/// Compares relocations, whatever the order of their targets.
extension RelocationList: Hashable {
  public static func == (one: Self, other: Self) -> Bool { one.elementsEqual(other) }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for relocation in self { hasher.combine(relocation) }
  }
}
