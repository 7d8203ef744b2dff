// SPDX-License-Identifier: Apache-2.0

import GraftDescriptors

/// Installs and removes advice, and keeps its links.
extension RegistryStore {
  /// False if another advice has its name.
  func installAdvice(_ advice: InstalledAdvice) -> Bool {
    removeAdviceOfGoneObjects()
    let isInstalled = change { state in
      state.advice.install(advice) ? .advised(advice) : nil
    }
    return isInstalled != nil
  }

  /// False if it is not installed.
  @discardableResult
  func removeAdvice(_ id: UInt64) -> Bool {
    let isRemoved = change { state in
      state.advice.remove(id).map { .advised($0) }
    }
    guard isRemoved != nil else { return false }
    // Calls that found its links before can still reach them.
    state.withLock { state in
      let retired = state.advice.freeLinks(of: id).compactMap { $0.slot.empty() }
      state.retiredAdvice.add(retired)
    }
    releaseRetiredAdvice()
    return true
  }

  private func removeAdviceOfGoneObjects() {
    for advice in installedAdvice where advice.isGone { removeAdvice(advice.id) }
  }

  func hasAdvice(_ id: UInt64) -> Bool { state.withLock { $0.advice[id] != nil } }

  /// By age.
  var installedAdvice: [InstalledAdvice] { state.withLock { $0.advice.installed } }

  func installedAdvice(named name: String) -> InstalledAdvice? {
    state.withLock { $0.advice.named(name) }
  }

  /// The link of an advice at a place; nil if there can't be one.
  func adviceLink(
    of advice: InstalledAdvice, at place: AdviceTable.Place,
    make: (LinkSeat, AdviceSlot) -> ExtensionLink?
  ) -> LinkAddress? {
    let (known, isFilled) = state.withLock { state in
      let known = state.advice.link(of: advice.id, at: place)
      return (known, known?.slot.isEmpty == false)
    }
    if let known, isFilled { return known.address }
    let link: AdvisedLink
    if let known {
      link = known
    } else {
      let (seat, slot) = (LinkSeat.allocate(place.successors), AdviceSlot())
      guard let made = make(seat, slot) else {
        seat.deallocate()
        slot.deallocate()
        return nil
      }
      link = AdvisedLink(address: LinkAddress.keep(made), slot: slot)
    }
    return state.withLock { state in
      let kept = state.advice.keep(link, of: advice.id, at: place)
      // Removed meanwhile, its links run nothing.
      if state.advice[advice.id] != nil && kept.slot.isEmpty { kept.slot.fill(advice.body) }
      return kept.address
    }
  }

  /// The object of a class with a pointcut. There is one, which lives for ever.
  func pointcutAdvice(_ record: Record) -> PointcutAdvice? {
    if let advice = state.withLock({ $0.pointcutAdvice[record.id] }) { return advice }
    guard let made = AccessorCall.makePointcutAdvice(record.accessor) else { return nil }
    return state.withLock { state in
      if let other = state.pointcutAdvice[record.id] { return other }
      state.pointcutAdvice[record.id] = made
      return made
    }
  }
}
