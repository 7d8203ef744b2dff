// SPDX-License-Identifier: Apache-2.0

/// Advice that calls look up by their object, or by the scopes of their task.
final class SelectedAdvice: AdviceBody, ChainedAdvice, @unchecked Sendable {
  let position: ChainPosition
  /// The advice of the position.
  let table: KeyedAdvice
  /// The advice of other positions that only age tells apart: that of several images, or of a type
  /// and of its name.
  private let others: [KeyedAdvice]
  /// Whether all chains in use have its link.
  ///
  /// The registry's lock guards it.
  var isInChains = false

  init(at position: ChainPosition) {
    (self.position, table, others) = (position, KeyedAdvice(), [])
    super.init(.selected, .around)
  }

  init(joining parts: [SelectedAdvice]) {
    (position, table) = (parts[0].position, parts[0].table)
    others = parts.dropFirst().map(\.table)
    super.init(.selected, .around)
  }

  private var tables: [KeyedAdvice] { [table] + others }

  var linked: LinkedAdvice { LinkedAdvice(body: self) }

  var installed: [InstalledAdvice] {
    let keys = position.isForTasks ? TaskScope.enclosing.reversed().map(\.key) : [nil]
    return keys.flatMap { key in
      tables.flatMap { $0.installed(of: key) }.inOrder { $0.id < $1.id }
    }.filter { !$0.isOfGoneObject }
  }

  /// The advice of a call, the outermost first; nil if it has none.
  ///
  /// - Parameter object: the address of the subject.
  fileprivate func list(for object: @autoclosure () -> UInt) -> RunningAdviceList? {
    guard position.isForTasks else { return list(of: object()) }
    let scopes = TaskScope.enclosing
    if scopes.isEmpty { for table in tables { table.noteCallOutside() } }
    let found = scopes.reversed().compactMap { list(of: $0.key) }
    return found.count > 1 ? RunningAdviceList(found.flatMap(\.advice)) : found.first
  }

  /// The advice of an object or of a task's scope, the oldest first.
  private func list(of key: KeyedAdvice.Key) -> RunningAdviceList? {
    if others.isEmpty { return table.list(of: key) }
    let found = tables.compactMap { $0.list(of: key) }
    return found.count > 1
      ? RunningAdviceList(found.flatMap(\.advice).inOrder { $0.id < $1.id }) : found.first
  }
}

/// The advice of single objects, or of single tasks, at one position of chains.
final class KeyedAdvice: @unchecked Sendable {
  /// The address of an object or of a task's scope. No other one has it while there is advice.
  typealias Key = UInt

  /// The advice of each key, the oldest first.
  ///
  /// The registry's lock guards it.
  private var advice: [Key: [InstalledAdvice]] = [:]
  /// The advice of each key, as calls run it.
  private let lists = Locked([Key: RunningAdviceList]())
  private let outside = SharedWord(allocated: 0)

  deinit { outside.deallocate() }

  /// The advice of a key, or of all keys.
  fileprivate func installed(of key: Key?) -> [InstalledAdvice] {
    let all = RegistryLock.withLock { advice }
    return key.map { all[$0] ?? [] } ?? all.values.flatMap { $0 }
  }

  fileprivate func list(of key: Key) -> RunningAdviceList? { lists.withLock { $0[key] } }

  fileprivate func noteCallOutside() { _ = outside.addRelaxed(1) }

  /// The number of calls that were in no task with a scope.
  var callsOutside: Int { Int(outside.acquire()) }

  // MARK: Changes, under the registry's lock

  var isEmpty: Bool { advice.isEmpty }

  /// Adds an advice.
  ///
  /// - Parameter kept: gets objects to release without the lock.
  func add(_ new: InstalledAdvice, keeping kept: inout [AnyObject]) {
    set((advice[new.key] ?? []) + [new], of: new.key, keeping: &kept)
  }

  /// Removes an advice.
  ///
  /// - Parameter kept: gets objects to release without the lock.
  func remove(_ removed: InstalledAdvice, keeping kept: inout [AnyObject]) {
    set((advice[removed.key] ?? []).filter { $0 !== removed }, of: removed.key, keeping: &kept)
  }

  private func set(_ all: [InstalledAdvice], of key: Key, keeping kept: inout [AnyObject]) {
    advice[key] = all.isEmpty ? nil : all
    let list = all.isEmpty ? nil : RunningAdviceList(all.map(\.linked))
    let old = lists.withLock { lists in
      defer { lists[key] = list }
      return lists[key]
    }
    if let old { kept.append(old) }
  }
}

extension InstalledAdvice {
  /// The key of its object or task.
  fileprivate var key: KeyedAdvice.Key { options.task?.key ?? object!.address }
}

extension TaskScope {
  fileprivate var key: KeyedAdvice.Key { UInt(bitPattern: ObjectIdentifier(self)) }
}

extension RunningAdvice {
  /// The advice of a call's object or task.
  @inline(never)
  func selected(for object: @autoclosure () -> UInt) -> RunningAdviceList? {
    unsafe body(ofForm: SelectedAdvice.self)._withUnsafeGuaranteedRef { $0.list(for: object()) }
  }
}
