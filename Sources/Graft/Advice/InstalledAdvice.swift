// SPDX-License-Identifier: Apache-2.0

/// An advice that a program installed.
final class InstalledAdvice: ChainedAdvice, @unchecked Sendable {
  /// The number; newer advice has a higher one.
  let id: UInt64
  let body: AdviceBody
  let advised: AdvisedRequirement
  let position: ChainPosition
  let options: AdviceOptions
  /// The place of the call that installed it, as `Module/File.swift:line`.
  let source: String
  let token: AdviceToken

  private static let lastID = SharedWord(allocated: 0)

  var extended: GeneratedCode.ExtensibleProtocol { advised.extended }
  var requirement: Int { advised.requirement }
  var scope: AdviceScope { advised.scope }
  var object: WeakObject? { scope.object }
  /// Whether the one object that it is of is gone; no lock may be held.
  var isOfGoneObject: Bool { object?.isGone == true }
  var owner: Owner { position.owner }
  var installed: [InstalledAdvice] { [self] }

  init(
    _ body: AdviceBody, at advised: AdvisedRequirement, _ options: AdviceOptions, source: String,
    owner: Owner, isInstalled: @escaping @Sendable (UInt64) -> Bool,
    remove: @escaping @Sendable (UInt64) -> Bool
  ) {
    let id = UInt64(Self.lastID.addRelaxed(1))
    (self.id, self.body, self.advised) = (id, body, advised)
    (self.options, self.source) = (options, source)
    position = ChainPosition(body, at: advised, options, owner: owner)
    token = AdviceToken(
      id: id, name: options.name, object: advised.scope.object, task: options.task,
      isInstalled: isInstalled, remove: remove)
    if options.isOnce { body.once = OnceAdvice { _ = remove(id) } }
  }

  /// The form in which links and `SelectedAdvice` hold it.
  var linked: LinkedAdvice {
    LinkedAdvice(id: id, body: body)
  }
}

/// The number of calls, since an advice of a task was installed, that were in no task's scope.
final class CallsOutside: Sendable {
  private let start = Guarded<(advice: KeyedAdvice, count: Int)?>(nil)

  /// Counts from now on.
  ///
  /// The registry's lock is held.
  func begin(_ advice: KeyedAdvice) { start.underLock { $0 = (advice, advice.callsOutside) } }

  var count: Int { start.withLock { $0 }.map { $0.advice.callsOutside - $0.count } ?? 0 }
}
