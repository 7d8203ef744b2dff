// SPDX-License-Identifier: Apache-2.0

/// A task and its children, which alone run some advice.
final class TaskScope: @unchecked Sendable {
  static let current = TaskLocal<TaskScope?>(wrappedValue: nil)

  private let outer: TaskScope?
  // The registry's lock guards these.
  private var advice: [UInt64] = []
  /// Whether its closure has ended: a task that outlives it installs nothing more.
  private(set) var hasEnded = false

  /// The outermost scopes: how many are open, and how many there have been.
  private static let all = Guarded((open: 0, count: 0))
  /// The values of `all` when the scope began, itself included.
  private let begin: (open: Int, count: Int)

  init(inside outer: TaskScope?) {
    self.outer = outer
    begin = Self.all.withLock { all in
      if outer == nil { all = (all.open + 1, all.count + 1) }
      return all
    }
  }

  /// Whether another outermost scope has been open at the same time.
  var hasOverlapped: Bool {
    if let outer { return outer.hasOverlapped }
    return begin.open > 1 || Self.all.withLock { $0.count } > begin.count
  }

  /// The scopes of the current task, the innermost first.
  static var enclosing: [TaskScope] {
    current.get().map { Array(sequence(first: $0) { $0.outer }) } ?? []
  }

  // MARK: Changes, under the registry's lock

  /// Adds the number of an advice.
  func add(_ id: UInt64) { advice.append(id) }

  /// Notes that its closure has ended.
  ///
  /// - Returns: the numbers of its advice.
  func end() -> [UInt64] {
    hasEnded = true
    if outer == nil { Self.all.underLock { $0.open -= 1 } }
    return advice
  }
}
