// SPDX-License-Identifier: Apache-2.0

/// Puts links of advice in front of chains, the innermost first.
///
/// Closures and pointcuts that follow one another are the steps of one link; a class of
/// advice is a link itself. Below and above such a class there is always a link for
/// closures, also while it runs none: so the successors of the class's link stay the
/// same whatever is installed.
struct AdviceLinks {
  /// What a link is to run from the moment when the chains are published.
  struct Exchange {
    let key: AdviceLinkTable.Key
    let steps: AdviceSteps?
  }

  private let base: any ExtensionBase.Type
  private let finalLink: LinkAddress
  private let store: RegistryStore
  private let tables: AdviceTables
  /// For each requirement the link to call.
  private(set) var heads: [LinkAddress]
  private(set) var exchanges: [Exchange] = []
  /// For each requirement what the next link is to run, from the innermost to the
  /// outermost.
  private var waiting: [[StandingAdvice]]

  /// - Parameters:
  ///   - heads: for each requirement that of its chain, or the final link.
  ///   - advice: from the outermost to the innermost.
  init(
    _ base: any ExtensionBase.Type, heads: [LinkAddress], finalLink: LinkAddress,
    advice: [AppliedAdvice], store: RegistryStore, tables: AdviceTables
  ) throws(MissingLink) {
    self.base = base
    self.heads = heads
    self.finalLink = finalLink
    self.store = store
    self.tables = tables
    waiting = heads.map { _ in [] }
    let hasClasses = advice.contains { if case .record = $0.source { true } else { false } }
    for each in advice.reversed() { try add(each) }
    for requirement in heads.indices {
      link(requirement, always: hasClasses)
    }
  }

  /// Advice is no implementation: where nothing answers, a call says so at once.
  private mutating func add(_ advice: AppliedAdvice) throws(MissingLink) {
    let requirements = base.extensibleProtocol.requirements
    let answered = advice.requirements.filter { number in
      // A class of advice is an extension in front of others, which all requirements can have.
      if case .record = advice.source { return heads[number] != finalLink }
      return heads[number] != finalLink && requirements[number].obstacle == nil
    }
    guard !answered.isEmpty else { return }
    switch advice.source {
    case .installed(let installed):
      for requirement in answered { waiting[requirement].append(installed.standing) }
    case .objects(let group):
      let standing = StandingAdvice(id: 0, body: group.advice, traits: [])
      for requirement in answered { waiting[requirement].append(standing) }
    case .pointcut(let record):
      for requirement in answered {
        guard let body = tables.pointcutBody(record, base, requirement) else {
          throw MissingLink(record: record.id, registered: record.registered)
        }
        waiting[requirement].append(StandingAdvice(id: 0, body: body, traits: []))
      }
    case .record(let record):
      for requirement in heads.indices { link(requirement, always: true) }
      let key = LinkTable.Key(
        record: record.id, base: ObjectIdentifier(base), successors: heads + [finalLink])
      let call = AccessorCall(base: base)
      let link = try store.link(key, of: record.id, record.registered) { seat in
        call.makeLink(record, on: seat)
      }
      for requirement in answered { heads[requirement] = link }
    }
  }

  /// Puts a link for what waits in front of a requirement's head.
  private mutating func link(_ requirement: Int, always: Bool) {
    let steps = waiting[requirement]
    guard heads[requirement] != finalLink, always || !steps.isEmpty,
      base.extensibleProtocol.requirements[requirement].obstacle == nil
    else { return }
    let key = AdviceLinkTable.Key(
      base: ObjectIdentifier(base), requirement: requirement, successor: heads[requirement])
    // The other requirements are never asked of it.
    var successors = heads.map { _ in finalLink } + [finalLink]
    successors[requirement] = heads[requirement]
    heads[requirement] = tables.link(key) {
      base.linkType().init(.allocate(successors))
    }
    exchanges.append(Exchange(key: key, steps: steps.isEmpty ? nil : AdviceSteps(steps.reversed())))
    waiting[requirement] = []
  }
}
