// SPDX-License-Identifier: Apache-2.0

/// The installed advice.
struct AdviceTable: ~Copyable {
  private var advice = KeyTable<UInt64, InstalledAdvice>()
  /// The named advice. Each image has names of its own, so that a new build can give those of the
  /// build that it replaces.
  private var names: [Name: UInt64] = [:]
  private var selected = KeyTable<ChainPosition, SelectedAdvice>()
  /// The advice of objects, and the index at which `someGone` continues.
  private var ofObjects: [UInt64] = []
  private var nextLook = 0

  /// The installed advice, the oldest first.
  var installed: [InstalledAdvice] { advice.values.inOrder { $0.id < $1.id } }

  func contains(_ id: UInt64) -> Bool { advice[id] != nil }

  private struct Name: Hashable {
    let name: String
    let owner: Owner
  }

  /// Whether an entry is still to be in chains.
  func has(_ entry: ChainAdvice.Entry) -> Bool {
    switch entry {
    case let advice as InstalledAdvice: contains(advice.id)
    default: selected[entry.position] === entry
    }
  }

  /// Installs an advice.
  ///
  /// - Parameter kept: gets objects to release without the lock.
  /// - Returns: the entry with which to link chains; nil if those in use look the advice up.
  mutating func install(
    _ new: InstalledAdvice, keeping kept: inout [AnyObject]
  ) throws(AdviceError) -> ChainAdvice.Entry? {
    if new.options.task?.hasEnded == true { throw new.advised.outsideOfTasks }
    if let name = new.options.name {
      let name = Name(name: name, owner: new.owner)
      guard names[name] == nil else { throw .nameTaken(name.name) }
      names[name] = new.id
    }
    advice[new.id] = new
    if new.object != nil { ofObjects.append(new.id) }
    guard new.position.isSelected else { return new }
    let selection = selected[new.position] ?? SelectedAdvice(at: new.position)
    selected[new.position] = selection
    selection.table.add(new, keeping: &kept)
    if let task = new.options.task {
      task.add(new.id)
      new.token.outside.begin(selection.table)
    }
    // Another thread may still be linking chains for another object or task.
    return selection.isInChains ? nil : selection
  }

  /// Notes that the chains of an advice's subjects were linked.
  func noteInChains(_ installed: InstalledAdvice) {
    // The position of a removed advice may have no table any more.
    if contains(installed.id) { selected[installed.position]?.isInChains = true }
  }

  /// Removes an advice; returns nil if it is not installed.
  ///
  /// - Parameter kept: gets objects to release without the lock.
  /// - Returns: the advice, and the entry without which to link chains, if there is one.
  mutating func remove(
    _ id: UInt64, keeping kept: inout [AnyObject]
  ) -> (InstalledAdvice, ChainAdvice.Entry?)? {
    guard let removed = advice[id] else { return nil }
    advice[id] = nil
    if let name = removed.options.name { names[Name(name: name, owner: removed.owner)] = nil }
    guard let selection = selected[removed.position] else { return (removed, removed) }
    selection.table.remove(removed, keeping: &kept)
    guard selection.table.isEmpty else { return (removed, nil) }
    selected[removed.position] = nil
    return (removed, selection)
  }

  /// The numbers of advice whose objects are gone.
  ///
  /// Each call checks a few, so all are found eventually, and the one whose name is wanted.
  ///
  /// - Parameters:
  ///   - new: an advice to be installed.
  ///   - kept: gets objects to release without the lock.
  mutating func someGone(
    before new: InstalledAdvice, keeping kept: inout [AnyObject]
  ) -> [UInt64] {
    var gone: [UInt64] = []
    if let name = new.options.name, let id = names[Name(name: name, owner: new.owner)],
      advice[id]?.object?.isGone(keeping: &kept) == true
    {
      gone.append(id)
    }
    for _ in 0..<min(4, ofObjects.count) {
      if nextLook >= ofObjects.count { nextLook = 0 }
      let id = ofObjects[nextLook]
      if let advice = advice[id], advice.object?.isGone(keeping: &kept) != true {
        nextLook += 1
        continue
      }
      if contains(id) { gone.append(id) }
      ofObjects.swapAt(nextLook, ofObjects.count - 1)
      ofObjects.removeLast()
      if ofObjects.isEmpty { break }
    }
    return gone
  }
}

/// An installed advice, or the advice of single objects or tasks, in front of chains.
protocol ChainedAdvice: AnyObject, Sendable {
  var position: ChainPosition { get }
  /// The form in which links hold it.
  var linked: LinkedAdvice { get }
  /// The advice that calls on this thread may run.
  var installed: [InstalledAdvice] { get }
}

/// The installed advice in front of chains, by protocol.
struct ChainAdvice {
  typealias Entry = any ChainedAdvice

  private var byProtocol = KeyTable<ObjectIdentifier, [Entry]>()

  /// The entries for the subject of a base class, if their images count.
  func entries(for base: any ExtensionBase.Type, in images: ImageTable) -> [Entry] {
    (byProtocol[ObjectIdentifier(base.extensibleProtocol)] ?? [])
      .filter { $0.position.concerns(base) && images.counts($0.position.owner) }
  }

  /// The names of the protocols that some images have advice for.
  func protocolNames(of owners: Set<Owner>) -> [String] {
    byProtocol.values.joined().filter { owners.contains($0.position.owner) }
      .map(\.position.extended.name)
  }

  mutating func add(_ entry: Entry) -> Affected {
    _ = remove(entry)
    byProtocol[ObjectIdentifier(entry.position.extended), default: []].append(entry)
    return .advised(entry.position.concerns)
  }

  mutating func remove(_ entry: Entry) -> Affected {
    let key = ObjectIdentifier(entry.position.extended)
    let left = (byProtocol[key] ?? []).filter { $0 !== entry }
    byProtocol[key] = left.isEmpty ? nil : left
    return .advised(entry.position.concerns)
  }
}
