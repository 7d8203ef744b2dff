// SPDX-License-Identifier: Apache-2.0

/// A task and its children, which alone run some advice.
final class TaskScope: @unchecked Sendable {
  static let current = TaskLocal<TaskScope?>(wrappedValue: nil)

  private let outer: TaskScope?
  // The registry's lock guards these.
  private var advice: [UInt64] = []
  /// Whether its closure has ended: a task that outlives it installs nothing more.
  private(set) var hasEnded = false

  init(inside outer: TaskScope?) {
    self.outer = outer
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
    return advice
  }
}
