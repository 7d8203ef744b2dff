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
    let slots = state.withLock { state in
      let slots = state.advice.freeLinks(of: id).map(\.slot)
      state.retiredAdvice.add(slots.compactMap { $0.exchange(nil) })
      return slots
    }
    releaseAdvice(of: slots)
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

  /// The link of an advice at a place; nil if there can't be one, or if the advice was
  /// removed meanwhile.
  func adviceLink(
    of advice: InstalledAdvice, at place: AdviceTable.Place,
    make: (LinkSeat, AdviceSlot) -> ExtensionLink?
  ) -> LinkAddress? {
    switch state.withLock({ $0.advice.link(of: advice, at: place) }) {
    case .removed: return nil
    case .found(let link): return link
    case .missing: break
    }
    let (seat, slot) = (LinkSeat.allocate(place.successors), AdviceSlot())
    let made = make(seat, slot)
    let kept = made.flatMap { made in
      state.withLock { state -> LinkAddress? in
        switch state.advice.link(of: advice, at: place) {
        case .removed: return nil
        // Another thread has made it.
        case .found(let link): return link
        case .missing:
          slot.fill(advice.body)
          let link = AdvisedLink(address: .keep(made), slot: slot)
          state.advice.add(link, of: advice, at: place)
          return link.address
        }
      }
    }
    if kept == nil || kept != made.map(LinkAddress.init) {
      // Nobody has seen them.
      seat.deallocate()
      slot.deallocate()
    }
    return kept
  }

  /// The object of a class with a pointcut. There is one, which lives for ever.
  func pointcutAdvice(_ record: Record) -> PointcutAdvice? {
    if let advice = state.withLock({ $0.pointcutAdvice[record.id] }) { return advice }
    guard let made = AccessorCall.makePointcutAdvice(record) else { return nil }
    return state.withLock { state in
      if let other = state.pointcutAdvice[record.id] { return other }
      state.pointcutAdvice[record.id] = made
      return made
    }
  }
}
