// SPDX-License-Identifier: Apache-2.0

/// What a store puts in front of its chains: the advice that is installed, and that of the
/// images' classes.
final class AdviceTables: Interceptors {
  struct State {
    var advice = AdviceTable()
    var links = AdviceLinkTable()
    var pointcuts = PointcutTable()
  }

  let state = Guarded(State())

  func snapshot(
    for base: any ExtensionBase.Type, _ records: [ExtensionRecord]
  ) -> (any InterceptorSnapshot)? {
    state.underLock { state in
      if records.isEmpty, !state.advice.has(for: base.extensibleProtocol) { return nil }
      return AdviceSnapshot(
        base: base, records: records, advice: state.advice.shared(for: base),
        objects: state.advice.groups(for: base), tables: self)
    }
  }

  func releaseUnused() { RetiredAdvice.releaseQuiescent() }

  /// The link of a key, made if there is none.
  func link(_ key: AdviceLinkTable.Key, make: () -> ExtensionLink) -> LinkAddress {
    if let link = state.withLock({ $0.links[key] }) { return link.address }
    let made = make()
    return state.withLock { $0.links.keep(made, as: key) }
  }

  /// What a pointcut's advice runs for a requirement of a subject; nil if its object can't
  /// be made.
  func pointcutBody(
    _ record: ExtensionRecord, _ base: any ExtensionBase.Type, _ requirement: Int
  ) -> PointcutBody? {
    let key = PointcutTable.Key(
      record: record.id, base: ObjectIdentifier(base), requirement: requirement)
    if let body = state.withLock({ $0.pointcuts.bodies[key] }) { return body }
    guard let advice = pointcutAdvice(record) else { return nil }
    let extended = base.extensibleProtocol
    let site = AdvisedCall.Site(
      subject: base.subject, protocolName: extended.name,
      requirement: extended.requirements[requirement].name)
    let made = PointcutBody(advice, site)
    return state.withLock { state in
      if let other = state.pointcuts.bodies[key] { return other }
      state.pointcuts.bodies[key] = made
      return made
    }
  }

  /// The object of a class with a pointcut. There is one, which lives for ever.
  private func pointcutAdvice(_ record: ExtensionRecord) -> PointcutAdvice? {
    if let advice = state.withLock({ $0.pointcuts.advice[record.id] }) { return advice }
    guard let made = AccessorCall.makeObject(of: record, as: PointcutAdvice.self) else {
      return nil
    }
    return state.withLock { state in
      if let other = state.pointcuts.advice[record.id] { return other }
      state.pointcuts.advice[record.id] = made
      return made
    }
  }
}

/// The objects of classes with pointcuts, and what calls run of them.
struct PointcutTable {
  struct Key: Hashable {
    let record: RecordID
    let base: ObjectIdentifier
    let requirement: Int
  }

  var advice: [RecordID: PointcutAdvice] = [:]
  var bodies: [Key: PointcutBody] = [:]
}
