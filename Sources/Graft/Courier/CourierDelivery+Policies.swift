// SPDX-License-Identifier: Apache-2.0

/// What calls seldom need.
extension _CourierDelivery {
  @usableFromInline
  static func collectsErrors(_ section: ReceiverSection.Pointer) -> Bool {
    policies(section)?.general.errors == .collect
  }

  private static func policies(_ section: ReceiverSection.Pointer) -> CourierPolicies? {
    section.pointee.policies?.takeUnretainedValue()
  }

  @inline(never)
  @usableFromInline
  static func combined(
    _ answer: Result?, _ result: Result, _ requirement: CourierRequirement<Receiver, Result>,
    _ section: ReceiverSection.Pointer
  ) -> Result {
    (policies(section)?.results(of: requirement) ?? .last).combined(answer, result)
  }

  // MARK: Without an answer

  /// The value for a call that no receiver answered; nil if there is none.
  private static func fallback(
    _ requirement: CourierRequirement<Receiver, Result>, _ section: ReceiverSection.Pointer
  ) -> Result? {
    let policies = policies(section)
    if let fallback = policies?.results(of: requirement).fallback { return fallback() }
    return policies?.general.requiresReceivers ?? false ? nil : () as? Result
  }

  private static func error(
    _ requirement: CourierRequirement<Receiver, Result>, _ section: ReceiverSection.Pointer,
    _ slots: ReceiverSlot.Pointer
  ) -> CourierError {
    .unanswered(
      requirement: "\(requirement.name)", courier: "\(ReceiverStore.of(slots).protocolType)",
      receiverCount: section.pointee.count)
  }

  @inline(never)
  @usableFromInline
  static func unanswered(
    _ requirement: CourierRequirement<Receiver, Result>, _ section: ReceiverSection.Pointer,
    _ slots: ReceiverSlot.Pointer
  ) -> Result {
    if let fallback = fallback(requirement, section) { return fallback }
    fatalError("\nGraft: \(error(requirement, section, slots))")
  }

  /// Of a call without an answer, or of which receivers failed.
  @inline(never)
  @usableFromInline
  static func outcome(
    _ answer: Result?, _ failures: Unmanaged<DeliveryFailures>?,
    _ requirement: CourierRequirement<Receiver, Result>,
    _ section: ReceiverSection.Pointer, _ slots: ReceiverSlot.Pointer
  ) -> Swift.Result<Result, any Error> {
    if let failures {
      return .failure(
        ReceiverFailures(
          requirement: "\(requirement.name)", errors: failures.takeRetainedValue().errors))
    }
    if let answer = answer ?? fallback(requirement, section) { return .success(answer) }
    return .failure(error(requirement, section, slots))
  }

  /// The answer of a call that can say so if there is none; ends it.
  func answer(
    or requirement: CourierRequirement<Receiver, Result>, _ slots: ReceiverSlot.Pointer
  ) throws(CourierError) -> Result {
    defer { end(slots) }
    if let answer = answer ?? Self.fallback(requirement, section) { return answer }
    throw Self.error(requirement, section, slots)
  }

  /// The same where receivers can fail.
  func outcome(
    or requirement: CourierRequirement<Receiver, Result>, _ slots: ReceiverSlot.Pointer
  ) throws -> Result {
    defer { end(slots) }
    return try Self.outcome(answer, failures, requirement, section, slots).get()
  }

  // MARK: Entering and leaving

  /// Counts a call in the section instead of the slot.
  @usableFromInline
  static func move(_ section: ReceiverSection.Pointer, from slot: ReceiverSlot.Pointer) {
    section.pointee.enter()
    // If the slot has another section by now, the call was counted here twice.
    if !slot.pointee.leave(section) { _ = section.pointee.leave() }
  }

  /// - Parameter care: if it is empty, the slot has another section by now.
  @inline(never)
  @usableFromInline
  static func end(
    _ section: ReceiverSection.Pointer, _ slot: ReceiverSlot.Pointer, _ care: DeliveryCare,
    _ slots: ReceiverSlot.Pointer
  ) {
    let hasLeft = care == .hasMetDead && slot.pointee.leave(section)
    if !hasLeft && section.pointee.leave() {
      ReceiverSection.destroy(section, of: Receiver.self)
    }
    if care.contains(.hasMetDead) { ReceiverStore.of(slots).purge() }
  }
}
