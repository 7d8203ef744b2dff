// SPDX-License-Identifier: Apache-2.0

import CGraftLoader

/// The published heads of cells.
///
/// One thread at a time changes them, while any number read.
///
/// A cell has one table, which is reused after it was emptied, so that memory grows
/// only with the subjects. That is safe for readers in an old table:
///
/// - A slot belongs to one key for ever. So the head behind a key is always one of
///   that subject.
/// - All keys of a table are hidden before it returns to the cell, and a key is
///   shown after its new head is stored. So a reader of the cell finds answers that
///   are right at that moment.
/// - A reader in the table finds an answer that was right when its call began, or
///   that was published since; or the key is hidden, and the reader asks the
///   registry.
///
/// The loader can remove the table from the cell at any time, but does not touch
/// the entries. Outdated entries are hidden under the registry's lock before any
/// answer with the new image is published, and `publishStanding` puts the tables
/// back.
struct PublishedCells: ~Copyable {
  fileprivate struct Published {
    /// The key of the cell itself.
    let firstKey: UInt
    let classTag: UInt
    /// The table of other keys.
    var table: DispatchTable?
    /// The number of keys in the table, shown or hidden.
    var keyCount = 0
    /// Whether the table shows no key.
    var hidesAll = true
    /// Whether the cell shows its own key.
    var showsFirst = false
  }

  private var cells = KeyTable<CellAddress, Published>()

  /// Lets later calls for a subject go to a head.
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

  /// Whether calls for a subject go to a head.
  func shows(_ head: LinkAddress, in address: CellAddress, for subject: Any.Type) -> Bool {
    let cell = address.cell
    let key = Published.key(of: subject, classTag: cell.pointee.classTag)
    return cell.search(for: key) == head.bits
  }

  /// Empties a cell, so that the next calls ask the registry again.
  mutating func empty(_ address: CellAddress) {
    graft_empty_cell(address.memory)
    cells[address]?.hideAll()
  }

  /// Hides one subject's head, so that its next call asks the registry again.
  mutating func empty(_ address: CellAddress, for subject: Any.Type) {
    guard let published = cells[address] else { return }
    let key = Published.key(of: subject, classTag: published.classTag)
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

  /// Puts back the keys and tables that the loader has removed, if they still show
  /// answers.
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

/// The stores of a publication in their order.
///
/// `table` is for keys that are not the cell's own. `PublicationTests` goes through
/// them one by one.
enum PublicationStore: Int, CaseIterable {
  /// Stored before the key, which leads readers to it.
  case head
  case key
  case table
}

extension PublishedCells.Published {
  fileprivate static func key(of subject: Any.Type, classTag: UInt) -> UInt {
    let type = GeneratedCode.DispatchKey.ofErased(subject)
    return type ^ (GeneratedCode.DispatchKey.isClass(type) ? classTag : 0)
  }

  /// The slot of a key in the current table, which is replaced if it is too full.
  fileprivate mutating func entry(for key: UInt) -> (table: DispatchTable, slot: UInt) {
    hidesAll = false
    if let table {
      let slot = table.slot(for: key)
      if !table.isFree(slot) { return (table, slot) }
      // The table is at most half full, so that searches end soon. Keys only collide if it has
      // sixteen times as many slots.
      let (isFirst, count) = (slot == table.firstSlot(for: key), keyCount + 1)
      if 2 * count <= table.capacity, isFirst || 16 * count <= table.capacity {
        keyCount += 1
        return (table, slot)
      }
    }
    // Readers may be in the old table, so it is kept. All old tables together are smaller than the
    // new one.
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
    // The C type has the same five words.
    UnsafeMutableRawPointer(mutating: cell).assumingMemoryBound(to: graft_cell.self)
  }
}
