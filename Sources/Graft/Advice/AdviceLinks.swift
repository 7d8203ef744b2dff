// SPDX-License-Identifier: Apache-2.0

/// Puts links of advice in front of chains, the innermost first.
///
/// Closures and pointcuts that follow one another are run by one link; a class of advice is a
/// link itself. Below and above such a class there is always a link for closures, also while it
/// runs none: so the successors of the class's link stay the same whatever is installed.
struct AdviceLinks {
  private let call: AccessorCall
  private let finalLink: LinkAddress
  private let links: LinkTable
  private let table: AdviceLinkTable
  /// For each requirement the link to call.
  private(set) var heads: [LinkAddress]
  private(set) var exchanges: [AdviceLinkTable.Exchange] = []
  /// For each requirement what the next link is to run, from the innermost to the outermost.
  private var waiting: [[StandingAdvice]]

  /// - Parameters:
  ///   - heads: for each requirement that of its chain, or the final link.
  ///   - advice: from the outermost to the innermost.
  init(
    _ advice: [AppliedAdvice], before heads: [LinkAddress], finalLink: LinkAddress,
    for call: AccessorCall, _ links: LinkTable, _ table: AdviceLinkTable
  ) throws(MissingLink) {
    (self.call, self.finalLink, self.links, self.table) = (call, finalLink, links, table)
    self.heads = heads
    waiting = heads.map { _ in [] }
    if advice.isEmpty { return }
    let hasClasses = advice.contains { if case .record = $0.source { true } else { false } }
    for each in advice.reversed() { try add(each) }
    for requirement in heads.indices { link(requirement, always: hasClasses) }
  }

  private var base: any ExtensionBase.Type { call.base }

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
    case .standing(.installed(let installed)):
      for requirement in answered { waiting[requirement].append(installed.standing) }
    case .standing(.objects(let objects)):
      let standing = StandingAdvice(id: 0, body: objects, traits: [])
      for requirement in answered { waiting[requirement].append(standing) }
    case .pointcut(let record):
      for requirement in answered {
        guard let body = table.pointcutBody(record, base, requirement) else {
          throw MissingLink(record: record.id, registered: record.registered)
        }
        waiting[requirement].append(StandingAdvice(id: 0, body: body, traits: []))
      }
    case .record(let record):
      for requirement in heads.indices { link(requirement, always: true) }
      let link = try links.link(record, for: call, above: heads + [finalLink])
      for requirement in answered { heads[requirement] = link }
    }
  }

  /// Puts a link for what waits in front of a requirement's head.
  private mutating func link(_ requirement: Int, always: Bool) {
    let entries = waiting[requirement]
    guard heads[requirement] != finalLink, always || !entries.isEmpty,
      base.extensibleProtocol.requirements[requirement].obstacle == nil
    else { return }
    let key = AdviceLinkTable.Key(
      base: ObjectIdentifier(base), requirement: requirement, successor: heads[requirement])
    // The other requirements are never asked of it.
    var successors = heads.map { _ in finalLink } + [finalLink]
    successors[requirement] = heads[requirement]
    heads[requirement] = table.link(key) { base.linkType().init(.allocate(successors)) }
    exchanges.append(
      AdviceLinkTable.Exchange(
        key: key, entries: entries.isEmpty ? nil : RunningAdviceList(entries.reversed())))
    waiting[requirement] = []
  }
}
