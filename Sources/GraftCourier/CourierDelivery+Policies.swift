// SPDX-License-Identifier: Apache-2.0

/// The slow paths of a delivery.
extension _CourierDelivery {
  @usableFromInline
  static func collectsErrors(_ array: ReceiverArray.Pointer) -> Bool {
    policies(array)?.general.errors == .collect
  }

  private static func policies(_ array: ReceiverArray.Pointer) -> CourierPolicies? {
    array.pointee.policies?.takeUnretainedValue()
  }

  @inline(never)
  @usableFromInline
  static func combined(
    _ answer: Result?, _ result: Result, _ requirement: CourierRequirement<Receiver, Result>,
    _ array: ReceiverArray.Pointer
  ) -> Result {
    (policies(array)?.results(of: requirement) ?? .last).combined(answer, result)
  }

  // MARK: Calls without an answer

  /// The value for a call that no receiver answered; nil if there is none.
  private static func fallback(
    _ requirement: CourierRequirement<Receiver, Result>, _ array: ReceiverArray.Pointer
  ) -> Result? {
    let policies = policies(array)
    if let fallback = policies?.results(of: requirement).fallback { return fallback() }
    // `Any` could hold it, too.
    let isNothing = Result.self == Void.self && policies?.general.requiresReceivers != true
    return isNothing ? () as? Result : nil
  }

  private static func error(
    _ requirement: CourierRequirement<Receiver, Result>, _ slots: ReceiverSlot.Pointer
  ) -> CourierError {
    let store = ReceiverStore.of(slots)
    return .unanswered(
      requirement: "\(requirement.name)", courier: "\(store.protocolType)",
      receiverCount: store.current.registrations.count(where: \.isAlive))
  }

  @inline(never)
  @usableFromInline
  static func unanswered(
    _ requirement: CourierRequirement<Receiver, Result>, _ array: ReceiverArray.Pointer,
    _ slots: ReceiverSlot.Pointer
  ) -> Result {
    if let fallback = fallback(requirement, array) { return fallback }
    fatalError("\nGraft: \(error(requirement, slots))")
  }

  /// The outcome of a call without an answer, or with errors of receivers.
  @inline(never)
  @usableFromInline
  static func outcome(
    _ answer: Result?, _ failures: Unmanaged<DeliveryFailures>?,
    _ requirement: CourierRequirement<Receiver, Result>,
    _ array: ReceiverArray.Pointer, _ slots: ReceiverSlot.Pointer
  ) -> Swift.Result<Result, any Error> {
    if let failures {
      return .failure(
        ReceiverFailures(
          requirement: "\(requirement.name)", errors: failures.takeRetainedValue().errors))
    }
    if let answer = answer ?? fallback(requirement, array) { return .success(answer) }
    return .failure(error(requirement, slots))
  }

  /// The error of a call that can throw some type of errors, and whose receivers have failed.
  @inline(never)
  @usableFromInline
  static func failure<Failure: Error>(
    _ failures: Unmanaged<DeliveryFailures>, _ requirement: CourierRequirement<Receiver, Result>,
    _: Failure.Type
  ) -> Failure {
    let errors = failures.takeRetainedValue().errors
    let all = ReceiverFailures(requirement: "\(requirement.name)", errors: errors)
    // `any Error` holds all of them; every receiver throws a `Failure`.
    return all as? Failure ?? errors[0] as! Failure
  }

  /// The outcome of a call without an answer that can throw some type of errors.
  @inline(never)
  @usableFromInline
  static func withoutAnswer<Failure: Error>(
    _ requirement: CourierRequirement<Receiver, Result>, _ array: ReceiverArray.Pointer,
    _ slots: ReceiverSlot.Pointer, _: Failure.Type
  ) -> Swift.Result<Result, Failure> {
    if let fallback = fallback(requirement, array) { return .success(fallback) }
    let error = error(requirement, slots)
    // `any Error` holds it, too.
    guard let failure = error as? Failure else { fatalError("\nGraft: \(error)") }
    return .failure(failure)
  }

  /// The answer of a call that can report that there is none.
  ///
  /// Ends the call.
  func answer(
    or requirement: CourierRequirement<Receiver, Result>, _ slots: ReceiverSlot.Pointer
  ) throws(CourierError) -> Result {
    defer { end(slots) }
    if let answer = answer ?? Self.fallback(requirement, array) { return answer }
    throw Self.error(requirement, slots)
  }

  /// The result of a delivery whose receivers can fail.
  ///
  /// Ends the call.
  func outcome(
    or requirement: CourierRequirement<Receiver, Result>, _ slots: ReceiverSlot.Pointer
  ) throws -> Result {
    defer { end(slots) }
    return try Self.outcome(answer, failures, requirement, array, slots).get()
  }

  // MARK: Entering and leaving

  /// Counts a call in the array instead of the slot.
  @usableFromInline
  static func move(_ array: ReceiverArray.Pointer, from slot: ReceiverSlot.Pointer) {
    array.enter()
    // If the slot has another array by now, the call was counted here twice.
    if !slot.leave(array) { _ = array.leave() }
  }

  /// Ends a call that was counted in a slot or an array.
  ///
  /// - Parameter care: the flags; if it is empty, the slot has another array by now.
  @inline(never)
  @usableFromInline
  static func end(
    _ array: ReceiverArray.Pointer, _ slot: ReceiverSlot.Pointer, _ care: DeliveryCare,
    _ slots: ReceiverSlot.Pointer
  ) {
    let hasLeft = care == .hasMetDead && slot.leave(array)
    if !hasLeft && array.leave() {
      ReceiverArray.destroy(array, of: Receiver.self)
    }
    if care.contains(.hasMetDead) { ReceiverStore.of(slots).purge() }
  }
}
