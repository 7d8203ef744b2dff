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
    let object: WeakObject? = if case .object(let object) = advised.scope { object } else { nil }
    token = AdviceToken(
      id: id, name: options.name, object: object, isInstalled: { isInstalled(id) },
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

  /// Whether its scope contains a base class's subject.
  func concerns(_ base: any ExtensionBase.Type) -> Bool {
    base.extensibleProtocol === extended && scope.contains(base.subject)
  }

  var object: WeakObject? {
    if case .object(let object) = scope { object } else { nil }
  }
}
