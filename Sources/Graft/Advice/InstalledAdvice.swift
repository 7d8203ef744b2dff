// SPDX-License-Identifier: Apache-2.0

/// An advice that a program installed.
final class InstalledAdvice: @unchecked Sendable {
  /// Rises by the age of advice.
  let id: UInt64
  let body: AdviceBody
  let extended: GeneratedCode.ExtensibleProtocol
  let requirement: Int
  let scope: AdviceScope
  let options: AdviceOptions
  /// Where the program installed it, as `Module/File.swift:line`.
  let source: String
  let token: AdviceToken
  private let seesAny: Bool

  /// The identities of closures' layers come from here too.
  static let lastID = LastID()

  /// Numbers advice in the order in which it is made.
  final class LastID: Sendable {
    private let last = SharedWord(allocated: 0)

    func next() -> UInt64 { UInt64(last.addRelaxed(1)) }
  }

  init(
    _ body: AdviceBody, at advised: AdvisedRequirement, _ options: AdviceOptions, source: String,
    isInstalled: @escaping @Sendable (UInt64) -> Bool,
    remove: @escaping @Sendable (UInt64) -> Bool
  ) {
    let id = Self.lastID.next()
    self.id = id
    self.body = body
    self.options = options
    self.source = source
    extended = advised.extended
    requirement = advised.requirement
    scope = advised.scope
    seesAny = advised.seesAny
    let object: WeakObject? = if case .object(let object) = advised.scope { object } else { nil }
    token = AdviceToken(
      id: id, name: options.name, object: object, isInstalled: { isInstalled(id) },
      remove: { remove(id) })
    if options.isOnce { body.once = OnceAdvice { _ = remove(id) } }
  }

  /// As links and the tables of objects hold it.
  var standing: StandingAdvice {
    var traits: RunningAdvice.Traits = []
    if seesAny { traits.insert(.seesAny) }
    if options.isOnce { traits.insert(.isOnce) }
    return StandingAdvice(id: id, body: body, traits: traits)
  }

  /// Whether it stands, or stood, in front of a chain of a base class's subject.
  func concerns(_ base: any ExtensionBase.Type) -> Bool {
    base.extensibleProtocol === extended && scope.contains(base.subject)
  }

  var object: WeakObject? {
    if case .object(let object) = scope { object } else { nil }
  }
}
