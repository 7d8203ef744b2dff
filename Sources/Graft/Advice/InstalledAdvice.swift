// SPDX-License-Identifier: Apache-2.0

/// An advice that a program installed.
final class InstalledAdvice: @unchecked Sendable {
  /// The number; newer advice has a higher one.
  let id: UInt64
  let body: AdviceBody
  let advised: AdvisedRequirement
  let options: AdviceOptions
  /// The place of the call that installed it, as `Module/File.swift:line`.
  let source: String
  let token: AdviceToken
  private let outside: CallsOutside

  private static let lastID = SharedWord(allocated: 0)

  var extended: GeneratedCode.ExtensibleProtocol { advised.extended }
  var requirement: Int { advised.requirement }
  var scope: AdviceScope { advised.scope }

  init(
    _ body: AdviceBody, at advised: AdvisedRequirement, _ options: AdviceOptions, source: String,
    isInstalled: @escaping @Sendable (UInt64) -> Bool,
    remove: @escaping @Sendable (UInt64) -> Bool
  ) {
    let id = UInt64(Self.lastID.addRelaxed(1))
    (self.id, self.body, self.advised) = (id, body, advised)
    (self.options, self.source) = (options, source)
    let outside = CallsOutside()
    self.outside = outside
    let object: WeakObject? = if case .object(let object) = advised.scope { object } else { nil }
    token = AdviceToken(
      id: id, name: options.name, object: object, outside, isInstalled: { isInstalled(id) },
      remove: { remove(id) })
    if options.isOnce { body.once = OnceAdvice { _ = remove(id) } }
  }

  /// The form in which links and the tables of objects hold it.
  var linked: LinkedAdvice {
    var traits: RunningAdvice.Traits = []
    if advised.subjects.seesAny { traits.insert(.seesAny) }
    if options.isOnce { traits.insert(.isOnce) }
    return LinkedAdvice(id: id, body: body, traits: traits)
  }

  /// Counts from now on the calls that are in no task's scope.
  func countCallsOutside(of group: TaskAdvice) { outside.begin(group) }

  /// Whether its scope contains a base class's subject.
  func concerns(_ base: any ExtensionBase.Type) -> Bool {
    base.extensibleProtocol === extended && scope.contains(base.subject)
  }

  var object: WeakObject? {
    if case .object(let object) = scope { object } else { nil }
  }
}

/// The number of calls, since an advice of a task was installed, that were in no task's scope.
final class CallsOutside: Sendable {
  private struct Start {
    let group: TaskAdvice
    let count: Int
  }

  private let start = Guarded<Start?>(nil)

  /// Called under the registry's lock.
  func begin(_ group: TaskAdvice) {
    start.underLock { $0 = Start(group: group, count: group.callsOutside) }
  }

  var count: Int {
    start.withLock { $0 }.map { $0.group.callsOutside - $0.count } ?? 0
  }
}
