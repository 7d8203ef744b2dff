// SPDX-License-Identifier: Apache-2.0

/// A task and its children, which alone run some advice.
///
/// Calls read the table without a lock; a change replaces it.
final class TaskScope: @unchecked Sendable {
  static let current = TaskLocal<TaskScope?>(wrappedValue: nil)

  private final class Table: Sendable {
    let advice: [(group: TaskAdvice, installed: [InstalledAdvice], entries: RunningAdviceList)]
    let blocked: Set<String>

    init(_ advice: [(TaskAdvice, [InstalledAdvice])], _ blocked: Set<String>) {
      self.blocked = blocked
      self.advice = advice.map { group, installed in
        (group, installed, RunningAdviceList(installed.map(\.linked)))
      }
    }
  }

  private let outer: TaskScope?
  /// Holds the table for calls.
  private let slot = AdviceSlot()
  // The registry's lock guards it.
  private var advice: [(group: TaskAdvice, installed: [InstalledAdvice])] = []
  private(set) var blockedNames: Set<String> = []
  /// Whether its closure has ended: a task that outlives it installs nothing more.
  private(set) var hasEnded = false

  init(inside outer: TaskScope?) {
    self.outer = outer
  }

  deinit { slot.discard() }

  // MARK: Calls

  /// The advice of a group for the current task, the outermost first.
  static func entries(of group: TaskAdvice) -> RunningAdviceList? {
    guard let current = current.get() else {
      group.noteCallOutside()
      return nil
    }
    let lists = current.enclosing.compactMap { scope in
      scope.lookUp { $0.advice.first { $0.group === group }?.entries }
    }
    return lists.count > 1 ? RunningAdviceList(lists.reversed().flatMap(\.advice)) : lists.first
  }

  /// The names that the current task blocks.
  static var blocked: Set<String> {
    guard let current = current.get() else { return [] }
    return current.enclosing.reduce(into: []) { names, scope in
      if let blocked = scope.lookUp(\.blocked) { names.formUnion(blocked) }
    }
  }

  fileprivate static func installed(in group: TaskAdvice) -> [InstalledAdvice] {
    (current.get()?.enclosing).map { scopes in
      Array(scopes).reversed().flatMap { scope in
        scope.lookUp { $0.advice.first { $0.group === group }?.installed } ?? []
      }
    } ?? []
  }

  /// This scope and those around it.
  private var enclosing: some Sequence<TaskScope> { sequence(first: self) { $0.outer } }

  private func lookUp<Found>(_ find: (Table) -> Found?) -> Found? {
    defer { AdviceSlot.leave() }
    return slot.enter(as: Table.self).flatMap { table in
      unsafe table._withUnsafeGuaranteedRef { find($0) }
    }
  }

  // MARK: Changes, under the registry's lock

  /// - Returns: the objects that calls may still be reading.
  fileprivate func add(_ new: InstalledAdvice, to group: TaskAdvice) -> [RetiredBodies.Body] {
    if let index = advice.firstIndex(where: { $0.group === group }) {
      advice[index].installed.append(new)
    } else {
      advice.append((group, [new]))
    }
    return publish()
  }

  fileprivate func remove(
    _ removed: InstalledAdvice, from group: TaskAdvice
  ) -> [RetiredBodies.Body] {
    guard let index = advice.firstIndex(where: { $0.group === group }) else { return [] }
    advice[index].installed.removeAll { $0 === removed }
    if advice[index].installed.isEmpty { advice.remove(at: index) }
    return publish()
  }

  /// Returns nil if the name is blocked already.
  func block(_ name: String) -> [RetiredBodies.Body]? {
    blockedNames.insert(name).inserted ? publish() : nil
  }

  /// Notes that its closure has ended.
  ///
  /// - Returns: the numbers of its advice.
  func end() -> [UInt64] {
    hasEnded = true
    return advice.flatMap(\.installed).map(\.id)
  }

  private func publish() -> [RetiredBodies.Body] {
    let isEmpty = advice.isEmpty && blockedNames.isEmpty
    return slot.exchange(isEmpty ? nil : Table(advice, blockedNames)).map { [$0] } ?? []
  }
}

/// The advice of single tasks, found by the task.
final class TaskAdvice: GroupAdvice, @unchecked Sendable {
  /// The number of advice in all tasks.
  ///
  /// The registry's lock guards it.
  private var count = 0
  private let outside = SharedWord(allocated: 0)

  init(_ position: ChainPosition) { super.init(position, .tasks) }

  deinit { outside.deallocate() }

  /// The number of calls that were in no task with a scope.
  var callsOutside: Int { Int(outside.acquire()) }

  fileprivate func noteCallOutside() { _ = outside.addRelaxed(1) }

  override var installed: [InstalledAdvice] { TaskScope.installed(in: self) }

  // MARK: Changes, under the registry's lock

  override var isEmpty: Bool { count == 0 }

  override func add(
    _ advice: InstalledAdvice, keeping kept: inout [AnyObject]
  ) -> [RetiredBodies.Body] {
    count += 1
    advice.token.outside.begin(self)
    return advice.options.task!.add(advice, to: self)
  }

  override func remove(_ advice: InstalledAdvice) -> [RetiredBodies.Body] {
    count -= 1
    return advice.options.task!.remove(advice, from: self)
  }
}

extension RunningAdvice {
  /// The advice of the current task.
  @inline(never)
  func keepAdviceOfTask() -> RunningAdviceList? {
    unsafe TaskScope.entries(of: body(ofForm: TaskAdvice.self).takeUnretainedValue())
  }
}
