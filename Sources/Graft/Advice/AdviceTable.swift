// SPDX-License-Identifier: Apache-2.0

/// The installed advice by identity and name.
struct AdviceTable: ~Copyable {
  private var advice = KeyTable<UInt64, InstalledAdvice>()
  private var names = KeyTable<String, UInt64>()
  private var groups = KeyTable<AdviceGroup, ObjectAdvice>()
  private var taskGroups = KeyTable<AdviceGroup, TaskAdvice>()
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

  /// Installs an advice; returns nil if another one has the name.
  ///
  /// - Parameter kept: gets objects to release without the lock.
  mutating func install(_ new: InstalledAdvice, keeping kept: inout [AnyObject]) -> Consequence? {
    if let name = new.options.name {
      guard names[name] == nil else { return nil }
      names[name] = new.id
    }
    advice[new.id] = new
    if let task = new.options.task { return install(new, for: task) }
    guard let object = new.object else { return Consequence(entry: .installed(new)) }
    ofObjects.append(new.id)
    let key = AdviceGroup(new, .type(object.type))
    let group = groups[key] ?? ObjectAdvice(key)
    groups[key] = group
    let retired = group.add(new, of: object, keeping: &kept)
    // Another thread may still be linking the group for another object.
    return Consequence(entry: group.isInChains ? nil : .objects(group), retired: retired)
  }

  private mutating func install(_ new: InstalledAdvice, for task: TaskScope) -> Consequence {
    let key = AdviceGroup(new, new.scope)
    let group = taskGroups[key] ?? TaskAdvice(key)
    taskGroups[key] = group
    new.countCallsOutside(of: group)
    let retired = task.add(new, to: group)
    return Consequence(entry: group.isInChains ? nil : .tasks(group), retired: retired)
  }

  /// Notes that the chains of an advice's subjects were linked.
  func noteInChains(_ installed: InstalledAdvice) {
    // A removed advice may belong to an older group.
    guard contains(installed.id) else { return }
    if installed.options.task != nil {
      taskGroups[AdviceGroup(installed, installed.scope)]?.isInChains = true
    }
    guard let object = installed.object else { return }
    groups[AdviceGroup(installed, .type(object.type))]?.isInChains = true
  }

  /// Removes an advice; returns nil if it is not installed.
  mutating func remove(_ id: UInt64) -> (InstalledAdvice, Consequence)? {
    guard let removed = advice[id] else { return nil }
    advice[id] = nil
    if let name = removed.options.name { names[name] = nil }
    if let task = removed.options.task {
      let key = AdviceGroup(removed, removed.scope)
      guard let group = taskGroups[key] else { return (removed, Consequence()) }
      let retired = task.remove(removed, from: group)
      guard group.count == 0 else { return (removed, Consequence(retired: retired)) }
      taskGroups[key] = nil
      return (removed, Consequence(entry: .tasks(group), retired: retired))
    }
    guard let object = removed.object else {
      return (removed, Consequence(entry: .installed(removed)))
    }
    let key = AdviceGroup(removed, .type(object.type))
    guard let group = groups[key] else { return (removed, Consequence()) }
    let retired = group.remove(removed, of: object)
    guard group.objectCount == 0 else { return (removed, Consequence(retired: retired)) }
    groups[key] = nil
    return (removed, Consequence(entry: .objects(group), retired: retired))
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

/// The installed advice in front of chains, by protocol.
struct ChainAdvice {
  enum Entry {
    case installed(InstalledAdvice)
    /// The advice of single objects of a class.
    case objects(ObjectAdvice)
    /// The advice of single tasks.
    case tasks(TaskAdvice)

    var extended: GeneratedCode.ExtensibleProtocol {
      switch self {
      case .installed(let advice): advice.extended
      case .objects(let objects): objects.group.extended
      case .tasks(let tasks): tasks.group.extended
      }
    }

    /// Whether it is for a base class's subject.
    func concerns(_ base: any ExtensionBase.Type) -> Bool {
      switch self {
      case .installed(let advice): advice.concerns(base)
      case .objects(let objects): objects.group.concerns(base)
      case .tasks(let tasks): tasks.group.concerns(base)
      }
    }

    var object: AnyObject {
      switch self {
      case .installed(let advice): advice
      case .objects(let objects): objects
      case .tasks(let tasks): tasks
      }
    }
  }

  private var byProtocol = KeyTable<ObjectIdentifier, [Entry]>()

  func entries(for base: any ExtensionBase.Type) -> [Entry] {
    (byProtocol[ObjectIdentifier(base.extensibleProtocol)] ?? []).filter { $0.concerns(base) }
  }

  mutating func add(_ entry: Entry) -> Affected {
    _ = remove(entry)
    byProtocol[ObjectIdentifier(entry.extended), default: []].append(entry)
    return .advised(entry.concerns)
  }

  mutating func remove(_ entry: Entry) -> Affected {
    let key = ObjectIdentifier(entry.extended)
    let left = (byProtocol[key] ?? []).filter { $0.object !== entry.object }
    byProtocol[key] = left.isEmpty ? nil : left
    return .advised(entry.concerns)
  }
}
