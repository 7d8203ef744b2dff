// SPDX-License-Identifier: Apache-2.0

/// Advice that calls look up by their object, or by the scopes of their task.
class SelectedBody: AdviceBody, @unchecked Sendable {
  let position: ChainPosition

  init(at position: ChainPosition) {
    self.position = position
    super.init(.selected, .around)
  }

  /// The advice of a call, the outermost first; nil if it has none.
  ///
  /// - Parameter object: the address of the subject.
  func list(for object: @autoclosure () -> UInt) -> RunningAdviceList? { nil }
}

/// The advice of objects, or of tasks, at several positions that only age tells apart: that of
/// several images, or of a type and of its name.
final class JoinedAdvice: SelectedBody, ChainedAdvice, @unchecked Sendable {
  let parts: [SelectedAdvice]

  init(_ parts: [SelectedAdvice]) {
    self.parts = parts
    super.init(at: parts[0].position)
  }

  var linked: LinkedAdvice { LinkedAdvice(body: self) }

  var installed: [InstalledAdvice] {
    guard position.isForTasks else {
      return parts.flatMap(\.installed).inOrder { $0.id < $1.id }
    }
    return TaskScope.enclosing.reversed().flatMap { scope in
      parts.flatMap { $0.installed(in: scope) }.inOrder { $0.id < $1.id }
    }
  }

  override func list(for object: @autoclosure () -> UInt) -> RunningAdviceList? {
    guard position.isForTasks else {
      let object = object()
      let found = parts.compactMap { $0.list(for: object) }
      return found.count > 1
        ? RunningAdviceList(found.flatMap(\.advice).inOrder { $0.id < $1.id }) : found.first
    }
    let scopes = TaskScope.enclosing
    for part in parts where scopes.isEmpty { part.noteCallOutside() }
    let found = scopes.reversed().flatMap { scope in
      parts.flatMap { $0.advice(of: scope) }.inOrder { $0.id < $1.id }
    }
    return found.isEmpty ? nil : RunningAdviceList(found)
  }
}

/// The advice of single objects, or of single tasks, at one position of chains.
final class SelectedAdvice: SelectedBody, ChainedAdvice, @unchecked Sendable {
  /// The address of an object or of a task's scope. No other one has it while there is advice.
  typealias Key = UInt

  /// Whether all chains in use have its link.
  ///
  /// The registry's lock guards it, and the advice of each key, the oldest first.
  var isInChains = false
  private var advice: [Key: [InstalledAdvice]] = [:]
  /// The advice of each key, as calls run it.
  private let lists = Locked([Key: RunningAdviceList]())
  private let outside = SharedWord(allocated: 0)

  deinit { outside.deallocate() }

  var linked: LinkedAdvice { LinkedAdvice(body: self) }

  var installed: [InstalledAdvice] {
    if position.isForTasks { return TaskScope.enclosing.reversed().flatMap(installed(in:)) }
    let all = RegistryLock.withLock { advice }
    return all.values.flatMap { $0 }.inOrder { $0.id < $1.id }.filter { $0.object?.isGone == false }
  }

  fileprivate func installed(in scope: TaskScope) -> [InstalledAdvice] {
    RegistryLock.withLock { advice[scope.key] ?? [] }
  }

  // MARK: Calls

  override func list(for object: @autoclosure () -> UInt) -> RunningAdviceList? {
    guard position.isForTasks else {
      let object = object()
      return lists.withLock { $0[object] }
    }
    let scopes = TaskScope.enclosing
    guard !scopes.isEmpty else {
      noteCallOutside()
      return nil
    }
    let found = lists.withLock { lists in scopes.compactMap { lists[$0.key] } }
    return found.count > 1 ? RunningAdviceList(found.reversed().flatMap(\.advice)) : found.first
  }

  /// The advice of a task's scope alone, the oldest first.
  fileprivate func advice(of scope: TaskScope) -> [LinkedAdvice] {
    lists.withLock { $0[scope.key] }?.advice ?? []
  }

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
  fileprivate var key: SelectedAdvice.Key { options.task?.key ?? object!.address }
}

extension TaskScope {
  fileprivate var key: SelectedAdvice.Key { UInt(bitPattern: ObjectIdentifier(self)) }
}

extension RunningAdvice {
  /// The advice of a call's object or task.
  @inline(never)
  func selected(for object: @autoclosure () -> UInt) -> RunningAdviceList? {
    unsafe body(ofForm: SelectedBody.self)._withUnsafeGuaranteedRef { $0.list(for: object()) }
  }
}
