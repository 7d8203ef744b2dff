// SPDX-License-Identifier: Apache-2.0

/// The advice that is installed.
struct AdviceTable {
  /// The objects of one class whose advice stands at one place of its chains.
  struct ObjectGroup {
    struct Key: Hashable {
      let extended: ObjectIdentifier
      let requirement: Int
      let type: ObjectIdentifier
      let precedence: Int
      let rank: Int

      init(_ advice: InstalledAdvice, of object: WeakObject) {
        extended = ObjectIdentifier(advice.extended)
        requirement = advice.requirement
        type = ObjectIdentifier(object.type)
        precedence = advice.options.precedence
        rank = advice.body.kind.rank
      }
    }

    let key: Key
    let advice: ObjectAdvice
  }

  private var advice: [UInt64: InstalledAdvice] = [:]
  private var names: [String: UInt64] = [:]
  /// By the protocol, without that of objects.
  private var shared: [ObjectIdentifier: [UInt64: InstalledAdvice]] = [:]
  private var groups: [ObjectGroup.Key: ObjectAdvice] = [:]
  /// The advice of objects, for `someGone`, and where it looks next.
  private var ofObjects: [UInt64] = []
  private var nextLook = 0

  /// By age.
  var installed: [InstalledAdvice] { advice.values.inOrder { $0.id < $1.id } }

  subscript(id: UInt64) -> InstalledAdvice? { advice[id] }

  func named(_ name: String) -> InstalledAdvice? { names[name].flatMap { advice[$0] } }

  /// Whether there may be any for subjects of a protocol.
  func has(for extended: _ExtensibleProtocol) -> Bool {
    !groups.isEmpty || !shared.isEmpty && shared[ObjectIdentifier(extended)]?.isEmpty == false
  }

  /// What is not for single objects, for a base class's subject.
  func shared(for base: any ExtensionBase.Type) -> [InstalledAdvice] {
    guard let all = shared[ObjectIdentifier(base.extensibleProtocol)] else { return [] }
    return all.values.filter { $0.concerns(base) }
  }

  /// The groups of a base class's subject, for each requirement.
  func groups(for base: any ExtensionBase.Type) -> [ObjectGroup] {
    guard !groups.isEmpty, let type = base.subject as? AnyClass else { return [] }
    let (extended, subject) = (ObjectIdentifier(base.extensibleProtocol), ObjectIdentifier(type))
    return groups.filter { $0.key.extended == extended && $0.key.type == subject }
      .map { ObjectGroup(key: $0.key, advice: $0.value) }
  }

  enum Change {
    /// The chains of its subjects are to be linked anew.
    case chains(retired: [RetiredBodies.Body] = [])
    /// Only what one of their links finds by the object.
    case objects(retired: [RetiredBodies.Body])
  }

  /// Nil if another advice has its name.
  ///
  /// - Parameter kept: what is to be let go of when the lock is open.
  mutating func install(_ new: InstalledAdvice, keeping kept: inout [AnyObject]) -> Change? {
    if let name = new.options.name {
      guard names[name] == nil else { return nil }
      names[name] = new.id
    }
    advice[new.id] = new
    guard let object = new.object else {
      shared[ObjectIdentifier(new.extended), default: [:]][new.id] = new
      return .chains()
    }
    ofObjects.append(new.id)
    let key = ObjectGroup.Key(new, of: object)
    if let group = groups[key] {
      let retired = group.add(new, of: object, keeping: &kept)
      // Another thread may still be putting it into the chains, for an object of its own.
      return group.isInChains ? .objects(retired: retired) : .chains(retired: retired)
    }
    let group = ObjectAdvice()
    _ = group.add(new, of: object, keeping: &kept)
    groups[key] = group
    return .chains()
  }

  /// Notes that the chains that this is for have been linked.
  func noteInChains(_ installed: InstalledAdvice) {
    // If it is gone by now, the group may be another one.
    guard let object = installed.object, advice[installed.id] != nil else { return }
    groups[ObjectGroup.Key(installed, of: object)]?.isInChains = true
  }

  /// Nil if there is none.
  mutating func remove(_ id: UInt64) -> (InstalledAdvice, Change)? {
    guard let removed = advice.removeValue(forKey: id) else { return nil }
    if let name = removed.options.name { names[name] = nil }
    guard let object = removed.object else {
      shared[ObjectIdentifier(removed.extended)]?[id] = nil
      return (removed, .chains())
    }
    let key = ObjectGroup.Key(removed, of: object)
    guard let group = groups[key] else { return (removed, .chains()) }
    let retired = group.remove(removed, of: object)
    if group.objectCount == 0 { groups[key] = nil }
    return (
      removed, group.objectCount == 0 ? .chains(retired: retired) : .objects(retired: retired)
    )
  }

  /// Some advice of objects that live no more. Each call looks at a few, so all of it is found
  /// in time, and no change takes longer because there are many.
  ///
  /// - Parameter kept: what is to be let go of when the lock is open.
  mutating func someGone(keeping kept: inout [AnyObject]) -> [UInt64] {
    var gone: [UInt64] = []
    for _ in 0..<min(4, ofObjects.count) {
      if nextLook >= ofObjects.count { nextLook = 0 }
      let id = ofObjects[nextLook]
      if let advice = advice[id], advice.object?.isGone(keeping: &kept) != true {
        nextLook += 1
        continue
      }
      if advice[id] != nil { gone.append(id) }
      ofObjects.swapAt(nextLook, ofObjects.count - 1)
      ofObjects.removeLast()
      if ofObjects.isEmpty { break }
    }
    return gone
  }
}
