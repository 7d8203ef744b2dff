// SPDX-License-Identifier: Apache-2.0

/// The advice that is installed, by its identity and its name.
struct AdviceTable {
  private var advice = KeyTable<UInt64, InstalledAdvice>()
  private var names = KeyTable<String, UInt64>()
  private var groups = KeyTable<ObjectAdvice.Group, ObjectAdvice>()
  /// The advice of objects, for `someGone`, and where that looks next.
  private var ofObjects: [UInt64] = []
  private var nextLook = 0

  /// By age.
  var installed: [InstalledAdvice] { advice.values.inOrder { $0.id < $1.id } }

  func contains(_ id: UInt64) -> Bool { advice[id] != nil }

  func named(_ name: String) -> InstalledAdvice? { names[name].flatMap { advice[$0] } }

  /// What is to be done after an advice has come or gone.
  enum Consequence {
    /// Its subjects' chains are to be linked anew, with this in front of them or not any more.
    case relink(ChainAdvice.Standing, retired: [RetiredBodies.Body])
    /// The link of the subject's class finds the advice by the object.
    case nothing(retired: [RetiredBodies.Body])
  }

  /// Nil if another advice has its name.
  ///
  /// - Parameter kept: gets what is to be let go of when the lock is open.
  mutating func install(_ new: InstalledAdvice, keeping kept: inout [AnyObject]) -> Consequence? {
    if let name = new.options.name {
      guard names[name] == nil else { return nil }
      names[name] = new.id
    }
    advice[new.id] = new
    guard let object = new.object else { return .relink(.installed(new), retired: []) }
    ofObjects.append(new.id)
    let key = ObjectAdvice.Group(new, of: object)
    let group = groups[key] ?? ObjectAdvice(key)
    groups[key] = group
    let retired = group.add(new, of: object, keeping: &kept)
    // Another thread may still be putting it into the chains, for an object of its own.
    return group.isInChains
      ? .nothing(retired: retired) : .relink(.objects(group), retired: retired)
  }

  /// Notes that the chains that an advice is for have been linked.
  func noteInChains(_ installed: InstalledAdvice) {
    // If it is gone by now, the group may be another one.
    guard let object = installed.object, contains(installed.id) else { return }
    groups[ObjectAdvice.Group(installed, of: object)]?.isInChains = true
  }

  /// Nil if there is none.
  mutating func remove(_ id: UInt64) -> (InstalledAdvice, Consequence)? {
    guard let removed = advice[id] else { return nil }
    advice[id] = nil
    if let name = removed.options.name { names[name] = nil }
    guard let object = removed.object else {
      return (removed, .relink(.installed(removed), retired: []))
    }
    let key = ObjectAdvice.Group(removed, of: object)
    guard let group = groups[key] else { return (removed, .nothing(retired: [])) }
    let retired = group.remove(removed, of: object)
    guard group.objectCount == 0 else { return (removed, .nothing(retired: retired)) }
    groups[key] = nil
    return (removed, .relink(.objects(group), retired: retired))
  }

  /// The advice of some objects that are gone. Each call looks at a few, so all of it is found
  /// in time, and no change takes longer because there are many.
  ///
  /// - Parameter kept: gets what is to be let go of when the lock is open.
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

/// The installed advice that stands in front of chains, by protocol.
struct ChainAdvice {
  enum Standing {
    case installed(InstalledAdvice)
    /// The advice of single objects of a class.
    case objects(ObjectAdvice)

    var extended: GeneratedCode.ExtensibleProtocol {
      switch self {
      case .installed(let advice): advice.extended
      case .objects(let objects): objects.group.extended
      }
    }

    /// Whether it stands in front of chains of a base class's subject.
    func concerns(_ base: any ExtensionBase.Type) -> Bool {
      switch self {
      case .installed(let advice): advice.concerns(base)
      case .objects(let objects): objects.group.concerns(base)
      }
    }

    fileprivate var object: AnyObject {
      switch self {
      case .installed(let advice): advice
      case .objects(let objects): objects
      }
    }
  }

  private var byProtocol = KeyTable<ObjectIdentifier, [Standing]>()

  func standing(for base: any ExtensionBase.Type) -> [Standing] {
    (byProtocol[ObjectIdentifier(base.extensibleProtocol)] ?? []).filter { $0.concerns(base) }
  }

  /// - Returns: what that concerns.
  mutating func add(_ standing: Standing) -> Affected {
    _ = remove(standing)
    byProtocol[ObjectIdentifier(standing.extended), default: []].append(standing)
    return .advised(standing.concerns)
  }

  /// - Returns: what that concerns.
  mutating func remove(_ standing: Standing) -> Affected {
    let key = ObjectIdentifier(standing.extended)
    let left = (byProtocol[key] ?? []).filter { $0.object !== standing.object }
    byProtocol[key] = left.isEmpty ? nil : left
    return .advised(standing.concerns)
  }
}
