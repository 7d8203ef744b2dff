// SPDX-License-Identifier: Apache-2.0

/// Puts the links of advice in front of chains, the innermost first.
struct AdviceLinks {
  let base: any ExtensionBase.Type
  let finalLink: LinkAddress
  let store: RegistryStore
  /// For each requirement the link to call.
  private(set) var heads: [LinkAddress]

  init(
    _ base: any ExtensionBase.Type, heads: [LinkAddress], finalLink: LinkAddress,
    store: RegistryStore
  ) {
    self.base = base
    self.heads = heads
    self.finalLink = finalLink
    self.store = store
  }

  /// Advice is no implementation: where nothing answers, a call says so at once.
  mutating func add(_ advice: AppliedAdvice) throws(LinkBuilder.MissingLink) {
    let answered = advice.requirements.filter { heads[$0] != finalLink }
    switch advice.source {
    case .installed(let installed):
      for requirement in answered { add(installed, requirement) }
    case .record(let record): if !answered.isEmpty { try add(record, answered) }
    case .pointcut(let record):
      guard let advice = store.pointcutAdvice(record) else {
        throw LinkBuilder.MissingLink(record: record.id, registered: record.registered)
      }
      for requirement in answered { add(advice, record, requirement) }
    }
  }

  private var successors: [LinkAddress] { heads + [finalLink] }

  private mutating func add(_ advice: InstalledAdvice, _ requirement: Int) {
    // A class's advice is called with objects of subclasses too, and links of the
    // class stand in their chains.
    let base = advice.base ?? self.base
    let place = AdviceTable.Place(
      requirement: requirement, base: ObjectIdentifier(base), successors: successors)
    let link = store.adviceLink(of: advice, at: place) { seat, slot in
      base.makeAdvisedLink(requirement, seat, slot)
    }
    if let link { heads[requirement] = link }
  }

  private mutating func add(
    _ record: RegistryStore.Record, _ requirements: [Int]
  ) throws(LinkBuilder.MissingLink) {
    let key = LinkTable.Key(
      record: record.id, base: ObjectIdentifier(base), successors: successors)
    let call = AccessorCall(base: base)
    let link = try store.link(key, of: record.id, record.registered) { seat in
      call.makeLink(record.accessor, on: seat)
    }
    for requirement in requirements { heads[requirement] = link }
  }

  /// A pointcut's links are as many as the requirements that it chooses.
  private mutating func add(
    _ advice: PointcutAdvice, _ record: RegistryStore.Record, _ requirement: Int
  ) {
    let key = LinkTable.Key(
      record: record.id, base: ObjectIdentifier(base), successors: successors,
      requirement: requirement)
    if let link = store.link(key) {
      heads[requirement] = link
      return
    }
    let (seat, slot) = (LinkSeat.allocate(successors), AdviceSlot())
    guard let link = base.makeAdvisedLink(requirement, seat, slot) else {
      seat.deallocate()
      slot.deallocate()
      return
    }
    let extended = base.extensibleProtocol
    let site = AdvisedCall.Site(
      subject: base.subject, protocolName: extended.name,
      requirement: extended.requirements[requirement].name)
    slot.fill(PointcutBody(advice, site))
    let kept = store.keep(link, as: key)
    // Where another thread has made it before, nobody has seen this one.
    if kept != LinkAddress(link) { slot.discard() }
    heads[requirement] = kept
  }
}
