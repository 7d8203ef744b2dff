// SPDX-License-Identifier: Apache-2.0

import CGraftLoader

/// What is published in cells. One thread at a time changes it, any number read the
/// cells meanwhile.
///
/// A cell has one table, which is used again after it was emptied, so that memory
/// grows with the subjects and not with what happens. For a reader that came into the
/// table at any time before, this is as good as a new one:
///
/// - A slot is for one key for ever. So the head that is found behind a key is always
///   one of that subject, whatever happened between the two loads.
/// - Before a table gets back into the cell all its keys are hidden, and a key is shown
///   after its new head is stored. So whoever reads the table out of the cell finds, at
///   that moment, only answers that are right then.
/// - A reader who was in the table before finds an answer that was right when it came
///   in, or one that was published since, thus during its call; or, where the key is
///   hidden, none, and asks the registry.
///
/// The loader takes the table out of the cell, without Swift and at any time. It
/// leaves the entries alone: what is right no more is hidden under the registry's lock
/// before anything is published of what the loader brought, and `publishStanding` puts back
/// the cells of the others.
struct PublishedCells {
  fileprivate struct Published {
    /// The key that the cell itself serves, for ever.
    let firstKey: UInt
    let classTag: UInt
    /// The table of the others.
    var table: DispatchTable?
    /// How many of the table's slots there are that are for a key.
    var keyCount = 0
    /// Whether the table shows no key.
    var hidesAll = true
    /// Whether the cell's own answer is right.
    var showsFirst = false
  }

  private var cells = KeyTable<CellAddress, Published>()

  /// From now on a call for this subject goes to this head.
  mutating func publish(_ head: LinkAddress, in address: CellAddress, for subject: Any.Type) {
    let classTag = address.cell.pointee.classTag
    let key = Published.key(of: subject, classTag: classTag)
    if cells[address] == nil {
      graft_watch_cell(address.memory)
      cells[address] = Published(firstKey: key, classTag: classTag)
    }
    let isFirst = cells[address]!.firstKey == key
    let entry = isFirst ? nil : cells[address]!.entry(for: key)
    if isFirst { cells[address]!.showsFirst = true }
    for store in PublicationStore.allCases {
      // "publish head", "publish key", "publish table".
      switch (store, entry) {
      case (.head, nil): address.cell.head.release(head.bits)
      case (.key, nil): address.cell.key.publish(key)
      case (.table, nil): break
      case (.head, let entry?): entry.table.store(head: head.bits, at: entry.slot)
      case (.key, let entry?): entry.table.store(key: key, at: entry.slot)
      case (.table, let entry?):
        address.cell.table.publish(entry.table.bits)
      }
    }
  }

  /// Whether a call for this subject goes to this head.
  func shows(_ head: LinkAddress, in address: CellAddress, for subject: Any.Type) -> Bool {
    let cell = address.cell
    let key = Published.key(of: subject, classTag: cell.pointee.classTag)
    let found =
      cell.key.acquire() == key
      ? cell.head.acquire() : DispatchTable(bits: cell.table.acquire())?.search(for: key)
    return found == head.bits
  }

  /// The next call asks the registry again.
  mutating func empty(_ address: CellAddress) {
    graft_empty_cell(address.memory)
    cells[address]?.hideAll()
  }

  /// The next call for a subject asks the registry again.
  mutating func empty(_ address: CellAddress, for subject: Any.Type) {
    guard let published = cells[address] else { return }
    let key = published.key(of: subject)
    if published.firstKey == key {
      address.cell.key.publish(0)
      cells[address]!.showsFirst = false
    } else {
      published.table?.hide(key)
    }
  }

  mutating func emptyAll() {
    for address in cells.keys { empty(address) }
  }

  /// Puts back what the loader took out of the cells, as far as it is shown.
  func publishStanding() {
    for (address, published) in cells.pairs {
      // "publish key", "publish table", of heads that are there.
      if published.showsFirst { address.cell.key.publish(published.firstKey) }
      if let table = published.table, !published.hidesAll {
        address.cell.table.publish(table.bits)
      }
    }
  }
}

/// The stores of a publication in their order; `table` where the subject is not the
/// one that the cell itself serves. `PublicationTests` goes through them one by one.
enum PublicationStore: Int, CaseIterable {
  /// Before the key: who sees the key goes to the head.
  case head
  case key
  case table
}

extension PublishedCells.Published {
  fileprivate static func key(of subject: Any.Type, classTag: UInt) -> UInt {
    let type = GeneratedCode.DispatchKey.ofErased(subject)
    return type ^ (GeneratedCode.DispatchKey.isClass(type) ? classTag : 0)
  }

  fileprivate func key(of subject: Any.Type) -> UInt { Self.key(of: subject, classTag: classTag) }

  /// Where the key is, or is to be, in the table to read from now on.
  fileprivate mutating func entry(for key: UInt) -> (table: DispatchTable, slot: UInt) {
    hidesAll = false
    if let table {
      let slot = table.slot(for: key)
      if !table.isFree(slot) { return (table, slot) }
      // At most half full, so that a search for an unknown key ends soon; and with
      // collisions only where a larger table would be sixteen times as large as its
      // keys.
      let (isFirst, count) = (slot == table.firstSlot(for: key), keyCount + 1)
      if 2 * count <= table.capacity, isFirst || 16 * count <= table.capacity {
        keyCount += 1
        return (table, slot)
      }
    }
    // The old one is kept, as readers may be in it. Each is larger than the one before,
    // so all that are kept are smaller than the last one.
    let larger = DispatchTable.larger(than: table, with: key, classTag: classTag)
    table = larger
    keyCount += 1
    return (larger, larger.slot(for: key))
  }

  fileprivate mutating func hideAll() {
    showsFirst = false
    if hidesAll { return }
    table?.hideAll(classTag: classTag)
    hidesAll = true
  }
}

extension CellAddress {
  fileprivate var memory: UnsafeMutablePointer<graft_cell> {
    // C's name of the same five words.
    UnsafeMutableRawPointer(mutating: cell).assumingMemoryBound(to: graft_cell.self)
  }
}
