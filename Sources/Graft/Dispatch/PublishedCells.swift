// SPDX-License-Identifier: Apache-2.0

import CGraftLoader
import Synchronization

/// What is published in cells. One thread at a time changes it, any number read the
/// cells meanwhile.
struct PublishedCells {
  fileprivate struct Published {
    /// The key that the cell itself serves, for ever.
    let firstKey: UInt
    /// The others', in the order they came.
    var keys: [UInt] = []
    var heads: [UInt: UInt] = [:]
    var table: DispatchTable?
  }

  private var cells: [CellAddress: Published] = [:]

  /// From now on a call for this subject goes to this head.
  mutating func publish(_ head: LinkAddress, in address: CellAddress, for subject: Any.Type) {
    let tag = TypeMetadata(subject).isClass ? address.cell.pointee.classTag : 0
    let key = DispatchKey.ofErased(subject) ^ tag
    if cells[address] == nil {
      graft_watch_cell(address.memory)
      cells[address] = Published(firstKey: key)
    }
    if cells[address]!.firstKey == key {
      address.cell.pointee.head.store(head.bits, ordering: .releasing)
      address.cell.pointee.key.store(key, ordering: .sequentiallyConsistent)
    } else {
      let table = cells[address]!.publish(head.bits, for: key)
      address.cell.pointee.table.store(table.bits, ordering: .sequentiallyConsistent)
    }
  }

  /// The next call asks the registry again.
  mutating func empty(_ address: CellAddress) {
    graft_empty_cell(address.memory)
    cells[address]?.forgetTable()
  }

  mutating func emptyAll() {
    for address in cells.keys { empty(address) }
  }

  /// Starts new tables for what is published from now on. Readers may still be in
  /// the old ones, which are kept.
  mutating func forgetTables() {
    for address in cells.keys { cells[address]!.forgetTable() }
  }
}

extension PublishedCells.Published {
  fileprivate mutating func forgetTable() {
    keys.removeAll()
    heads.removeAll()
    table = nil
  }

  /// The table to read from now on.
  fileprivate mutating func publish(_ head: UInt, for key: UInt) -> DispatchTable {
    if heads.updateValue(head, forKey: key) == nil { keys.append(key) }
    // At most half full, so that a search for an unknown key ends soon.
    if let table, 2 * keys.count <= table.capacity {
      table.publish(head, for: key)
      return table
    }
    let larger = Self.spread(keys)
    for key in keys { larger.publish(heads[key]!, for: key) }
    table = larger
    return larger
  }

  /// An empty table with room for as many keys again, and with the shift that
  /// makes the fewest of these collide.
  private static func spread(_ keys: [UInt]) -> DispatchTable {
    var capacity = 8
    while capacity < 4 * keys.count { capacity *= 2 }
    let shift = (4...16).min { first, second in
      slots(of: keys, shift: first, capacity) > slots(of: keys, shift: second, capacity)
    }!
    return DispatchTable(capacity: capacity, shift: shift)
  }

  private static func slots(of keys: [UInt], shift: Int, _ capacity: Int) -> Int {
    Set(keys.map { ($0 >> UInt(shift)) & UInt(capacity - 1) }).count
  }
}

extension CellAddress {
  fileprivate var memory: UnsafeMutablePointer<graft_cell> {
    UnsafeMutableRawPointer(mutating: cell).assumingMemoryBound(to: graft_cell.self)
  }
}
