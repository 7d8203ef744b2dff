// SPDX-License-Identifier: Apache-2.0

/// The installed advice by identity and name.
struct AdviceTable: ~Copyable {
  private var advice = KeyTable<UInt64, InstalledAdvice>()
  private var names = KeyTable<String, UInt64>()
  private var groups = KeyTable<ChainPosition, GroupAdvice>()
  /// The advice of objects, and the index at which `someGone` continues.
  private var ofObjects: [UInt64] = []
  private var nextLook = 0

  /// The installed advice, the oldest first.
  var installed: [InstalledAdvice] { advice.values.inOrder { $0.id < $1.id } }

  func contains(_ id: UInt64) -> Bool { advice[id] != nil }

  func named(_ name: String) -> InstalledAdvice? { names[name].flatMap { advice[$0] } }

  /// The work that remains after an advice was installed or removed.
  struct Consequence {
    /// The advice with which, or without which, to link chains; nil if the links in them look
    /// it up.
    var entry: ChainAdvice.Entry?
    /// The bodies to retire after that.
    var retired: [RetiredBodies.Body] = []
  }

  /// Whether an advice or a group is still to be in chains.
  func has(_ entry: ChainAdvice.Entry) -> Bool {
    switch entry {
    case let advice as InstalledAdvice: contains(advice.id)
    default: groups[entry.position] === entry
    }
  }

  /// Installs an advice.
  ///
  /// - Parameter kept: gets objects to release without the lock.
  mutating func install(
    _ new: InstalledAdvice, keeping kept: inout [AnyObject]
  ) throws(AdviceError) -> Consequence {
    if new.options.task?.hasEnded == true { throw new.outsideOfTasks }
    if let name = new.options.name {
      guard names[name] == nil else { throw .nameTaken(name) }
      names[name] = new.id
    }
    advice[new.id] = new
    if new.object != nil { ofObjects.append(new.id) }
    guard let group = groups[new.position] ?? .make(at: new.position) else {
      return Consequence(entry: new)
    }
    groups[new.position] = group
    let retired = group.add(new, keeping: &kept)
    // Another thread may still be linking the group for another object or task.
    return Consequence(entry: group.isInChains ? nil : group, retired: retired)
  }

  /// Notes that the chains of an advice's subjects were linked.
  func noteInChains(_ installed: InstalledAdvice) {
    // A removed advice may belong to an older group.
    if contains(installed.id) { groups[installed.position]?.isInChains = true }
  }

  /// Removes an advice; returns nil if it is not installed.
  mutating func remove(_ id: UInt64) -> (InstalledAdvice, Consequence)? {
    guard let removed = advice[id] else { return nil }
    advice[id] = nil
    if let name = removed.options.name { names[name] = nil }
    guard let group = groups[removed.position] else {
      return (removed, Consequence(entry: removed))
    }
    let retired = group.remove(removed)
    guard group.isEmpty else { return (removed, Consequence(retired: retired)) }
    groups[removed.position] = nil
    return (removed, Consequence(entry: group, retired: retired))
  }

  /// The numbers of advice whose objects are gone.
  ///
  /// Each call checks a few, so all are found eventually.
  ///
  /// - Parameter kept: gets objects to release without the lock.
  mutating func someGone(keeping kept: inout [AnyObject]) -> [UInt64] {
    var gone: [UInt64] = []
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

/// An installed advice, or the advice of a group, in front of chains.
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

  func entries(for base: any ExtensionBase.Type) -> [Entry] {
    (byProtocol[ObjectIdentifier(base.extensibleProtocol)] ?? [])
      .filter { $0.position.concerns(base) }
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
