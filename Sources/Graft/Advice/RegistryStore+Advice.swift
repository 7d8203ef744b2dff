// SPDX-License-Identifier: Apache-2.0

import GraftDescriptors

/// Installs and removes advice, and keeps its links.
extension RegistryStore {
  /// False if another advice has its name.
  func installAdvice(_ advice: InstalledAdvice) -> Bool {
    for id in state.withLock({ $0.advice.someGone() }) { removeAdvice(id) }
    let change = state.withLock { $0.advice.install(advice) }
    switch change {
    case nil: return false
    case .objects(let retired): retire(retired)
    case .chains(let retired):
      _ = self.change { _ in .advised(advice) }
      state.withLock { $0.advice.noteInChains(advice) }
      retire(retired)
    }
    return true
  }

  /// False if it is not installed.
  @discardableResult
  func removeAdvice(_ id: UInt64) -> Bool {
    let removed = state.withLock { state in
      state.advice.remove(id).map { advice, change in
        // What another thread has computed with it is older than this.
        state.version += 1
        return (advice, change, state.adviceLinks.remove(id, version: state.version))
      }
    }
    guard let (advice, change, ofLinks) = removed else { return false }
    switch change {
    case .objects(let retired): retire(retired + ofLinks)
    case .chains(let retired):
      _ = self.change { _ in .advised(advice) }
      retire(retired + ofLinks)
    }
    return true
  }

  private func retire(_ retired: [RetiredBodies.Body]) {
    guard !retired.isEmpty else { return }
    state.withLock { $0.retiredAdvice.add(retired) }
    releaseAdvice(of: retired.map(\.slot))
  }

  func hasAdvice(_ id: UInt64) -> Bool { state.withLock { $0.advice[id] != nil } }

  /// By age.
  var installedAdvice: [InstalledAdvice] { state.withLock { $0.advice.installed } }

  func installedAdvice(named name: String) -> InstalledAdvice? {
    state.withLock { $0.advice.named(name) }
  }

  /// The link of a key, made if there is none.
  func adviceLink(_ key: AdviceLinkTable.Key, make: () -> ExtensionLink) -> LinkAddress {
    if let link = state.withLock({ $0.adviceLinks[key] }) { return link.address }
    let made = make()
    return state.withLock { $0.adviceLinks.keep(made, as: key) }
  }

  /// What a pointcut's advice runs for a requirement of a subject; nil if its object can't
  /// be made.
  func pointcutBody(
    _ record: Record, _ base: any ExtensionBase.Type, _ requirement: Int
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
  func pointcutAdvice(_ record: Record) -> PointcutAdvice? {
    if let advice = state.withLock({ $0.pointcuts.advice[record.id] }) { return advice }
    guard let made = AccessorCall.makePointcutAdvice(record) else { return nil }
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
