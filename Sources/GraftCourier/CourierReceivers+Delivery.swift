// SPDX-License-Identifier: Apache-2.0

/// Calls that choose what happens to the results.
///
/// The closure calls one receiver, whose type is that of the requirement's
/// protocol.
extension CourierReceivers {
  // MARK: One result

  /// Calls the receivers and returns the result by the requirement's policy.
  ///
  /// - Throws: `CourierError.unanswered` if no receiver gave a result.
  public func deliver<Receiver, Result>(
    _ requirement: CourierRequirement<Receiver, Result>, _ call: (Receiver) -> Result
  ) throws(CourierError) -> Result {
    var delivery = _CourierDelivery<Receiver, Result>(slots)
    while let receiver = delivery.next() {
      delivery.take(call(receiver), of: requirement)
      delivery.done(receiver)
    }
    return try delivery.answer(or: requirement, slots)
  }

  /// Calls receivers that can fail, and returns the result by the requirement's
  /// policy.
  ///
  /// - Throws: a receiver's error, or `ReceiverFailures`, by the policy;
  ///   `CourierError.unanswered` if no receiver gave a result.
  public func deliver<Receiver, Result>(
    _ requirement: CourierRequirement<Receiver, Result>, _ call: (Receiver) throws -> Result
  ) throws -> Result {
    var delivery = _CourierDelivery<Receiver, Result>(slots)
    while let receiver = delivery.next() {
      do {
        delivery.take(try call(receiver), of: requirement)
        delivery.done(receiver)
      } catch {
        delivery.done(receiver)
        try delivery.fail(error, slots)
      }
    }
    return try delivery.outcome(or: requirement, slots)
  }

  /// Calls the receivers of an `async` requirement, one after the other.
  ///
  /// - Throws: a receiver's error, or `ReceiverFailures`, by the policy;
  ///   `CourierError.unanswered` if no receiver gave a result.
  public func deliver<Receiver, Result>(
    _ requirement: CourierRequirement<Receiver, Result>,
    _ call: (Receiver) async throws -> Result
  ) async throws -> Result {
    var delivery = _CourierDelivery<Receiver, Result>(async: slots)
    while let receiver = delivery.next() {
      do {
        delivery.take(try await call(receiver), of: requirement)
        delivery.done(receiver)
      } catch {
        delivery.done(receiver)
        try delivery.fail(error, slots)
      }
    }
    return try delivery.outcome(or: requirement, slots)
  }

  // MARK: All results

  /// The results of all receivers, in their order.
  ///
  /// The first error ends the calls.
  public func collect<Receiver, Declared, Result, Failure: Error>(
    _ requirement: CourierRequirement<Receiver, Declared>,
    _ call: (Receiver) throws(Failure) -> Result
  ) throws(Failure) -> [Result] {
    var delivery = _CourierDelivery<Receiver, Declared>(slots)
    var results: [Result] = []
    while let receiver = delivery.next() {
      do throws(Failure) {
        results.append(try call(receiver))
        delivery.done(receiver)
      } catch {
        delivery.done(receiver)
        delivery.stop(slots)
        throw error
      }
    }
    delivery.end(slots)
    return results
  }

  /// The results of all receivers of an `async` requirement, called one after the
  /// other.
  ///
  /// The first error ends the calls.
  public func collect<Receiver, Declared, Result, Failure: Error>(
    _ requirement: CourierRequirement<Receiver, Declared>,
    _ call: (Receiver) async throws(Failure) -> Result
  ) async throws(Failure) -> [Result] {
    var delivery = _CourierDelivery<Receiver, Declared>(async: slots)
    var results: [Result] = []
    while let receiver = delivery.next() {
      do throws(Failure) {
        results.append(try await call(receiver))
        delivery.done(receiver)
      } catch {
        delivery.done(receiver)
        delivery.stop(slots)
        throw error
      }
    }
    delivery.end(slots)
    return results
  }

  /// The results and errors of all receivers, in their order.
  public func collectOutcomes<Receiver, Declared, Result, Failure: Error>(
    _ requirement: CourierRequirement<Receiver, Declared>,
    _ call: (Receiver) throws(Failure) -> Result
  ) -> [Swift.Result<Result, Failure>] {
    collect(requirement) { receiver in
      do throws(Failure) { return .success(try call(receiver)) } catch { return .failure(error) }
    }
  }
}
