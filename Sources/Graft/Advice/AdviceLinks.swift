// SPDX-License-Identifier: Apache-2.0

/// Puts links of advice in front of chains, the innermost first.
///
/// One link runs all consecutive closures and pointcuts; a class of advice is a
/// link itself. There is always a link for closures below and above such a class,
/// so that its successors never change.
struct AdviceLinks {
  private let extensions: SubjectExtensions
  private let finalLink: LinkAddress
  private let links: LinkTable
  private let table: AdviceLinkTable
  /// The link to call for each requirement.
  private(set) var heads: [LinkAddress]
  private(set) var exchanges: [AdviceLinkTable.Exchange] = []
  /// Whether nothing but advice answers each requirement.
  private let isUnanswered: [Bool]
  /// The advice of the next link for each requirement, the innermost first.
  private var waiting: [[LinkedAdvice]]

  /// - Parameters:
  ///   - heads: the head of each requirement's chain, or the final link.
  ///   - advice: the outermost first.
  init(
    _ advice: [AppliedAdvice], before heads: [LinkAddress], finalLink: LinkAddress,
    of extensions: SubjectExtensions, _ links: LinkTable, _ table: AdviceLinkTable
  ) {
    (self.extensions, self.finalLink, self.links, self.table) = (
      extensions, finalLink, links, table
    )
    self.heads = heads
    isUnanswered = heads.map { $0 == finalLink }
    waiting = heads.map { _ in [] }
    if advice.isEmpty { return }
    let hasClasses = advice.contains(where: \.isLink)
    for each in advice.reversed() { add(each) }
    for requirement in heads.indices { link(requirement, below: nil, always: hasClasses) }
  }

  private var base: any ExtensionBase.Type { extensions.base }

  /// Skips requirements that nothing implements, unless a program has installed the advice: that can
  /// answer in place of an implementation, as test doubles do.
  private mutating func add(_ advice: AppliedAdvice) {
    let requirements = base.extensibleProtocol.requirements
    // A class of advice is an extension, which is allowed for every requirement.
    let answered = advice.requirements.filter { number in
      (heads[number] != finalLink || !waiting[number].isEmpty || advice.isInstalled)
        && (advice.isLink || requirements[number].obstacle == nil)
    }
    guard !answered.isEmpty else { return }
    switch advice.source {
    case .installed(let entry):
      for requirement in answered { waiting[requirement].append(entry.linked) }
    case .pointcut(let record):
      for requirement in answered where !isUnanswered[requirement] {
        waiting[requirement].append(
          LinkedAdvice(body: table.pointcutBody(record, base, requirement)))
      }
    case .record(let record):
      for requirement in heads.indices { link(requirement, below: record.id, always: true) }
      let link = links.link(record, of: extensions, above: heads + [finalLink])
      for requirement in answered where !isUnanswered[requirement] { heads[requirement] = link }
    }
  }

  /// Puts a link for the waiting advice in front of a requirement's head.
  ///
  /// - Parameter record: the class of advice that comes before the link.
  private mutating func link(_ requirement: Int, below record: RecordID?, always: Bool) {
    let entries = waiting[requirement]
    guard !entries.isEmpty || always && heads[requirement] != finalLink,
      base.extensibleProtocol.requirements[requirement].obstacle == nil
    else { return }
    let key = AdviceLinkTable.Key(
      base: ObjectIdentifier(base), requirement: requirement, successor: heads[requirement],
      above: record)
    // No other requirement is called on this link.
    var successors = heads.map { _ in finalLink } + [finalLink]
    successors[requirement] = heads[requirement]
    heads[requirement] = table.link(key) { base.linkType().init(.allocate(successors)) }
    exchanges.append(AdviceLinkTable.Exchange(key: key, advice: entries.reversed()))
    waiting[requirement] = []
  }
}
