// SPDX-License-Identifier: Apache-2.0

/// The advice of single objects or tasks at one position of chains, which calls look up.
class GroupAdvice: AdviceBody, ChainedAdvice, @unchecked Sendable {
  let position: ChainPosition
  /// Whether all chains in use have its link.
  ///
  /// The registry's lock guards it.
  final var isInChains = false

  init(_ position: ChainPosition, _ form: AdviceForm) {
    self.position = position
    super.init(form, .around)
  }

  /// The group of new advice; nil if chains have the advice itself.
  static func make(at position: ChainPosition) -> GroupAdvice? {
    if position.isForTasks { return TaskAdvice(position) }
    if case .objects = position.scope { return ObjectAdvice(position) }
    return nil
  }

  final var linked: LinkedAdvice { LinkedAdvice(body: self) }
  /// The advice of living objects, the oldest first, or of the current task, the outermost first.
  var installed: [InstalledAdvice] { [] }

  // MARK: Changes, under the registry's lock

  /// Whether no object or task has advice.
  var isEmpty: Bool { true }

  /// Adds the advice of an object or task.
  ///
  /// - Parameter kept: gets objects to release without the lock.
  /// - Returns: the objects that calls may still be reading.
  func add(_ advice: InstalledAdvice, keeping kept: inout [AnyObject]) -> [RetiredBodies.Body] {
    []
  }

  func remove(_ advice: InstalledAdvice) -> [RetiredBodies.Body] { [] }
}
