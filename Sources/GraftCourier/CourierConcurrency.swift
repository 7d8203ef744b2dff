// SPDX-License-Identifier: Apache-2.0

/// Concurrent calls of all receivers.
extension _CourierDelivery where Receiver: Sendable, Result: Sendable {
  /// Calls all receivers concurrently, for the code of `@Courier`.
  ///
  /// It combines results in the order of the receivers. If errors stop, the first one
  /// cancels the other calls.
  public static func concurrently<Failure: Error>(
    _ courier: some Courier, _ requirement: CourierRequirement<Receiver, Result>,
    _ call: @escaping @Sendable (Receiver) async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    var delivery = _CourierDelivery(async: courier, requirement)
    let stops = !Self.collectsErrors(delivery.array)
    for outcome in await delivery.outcomes(stoppingAtError: stops, call) {
      switch outcome {
      case .success(let result): delivery.take(result, of: requirement)
      case .failure(let error): try delivery.fail(error, courier)
      }
    }
    if Failure.self == (any Error).self {
      do { return try delivery.outcome(courier, of: requirement) } catch {
        throw error as! Failure
      }
    }
    return try delivery.outcome(courier, of: requirement, Failure.self)
  }

  /// The outcomes in the order of the receivers.
  ///
  /// - Parameter stoppingAtError: whether to cancel the other calls after an error,
  ///   which then is the only outcome.
  mutating func outcomes<Failure: Error>(
    stoppingAtError: Bool,
    _ call: @escaping @Sendable (Receiver) async throws(Failure) -> Result
  ) async -> [Swift.Result<Result, Failure>] {
    var receivers: [Receiver] = []
    while let receiver = next() {
      receivers.append(receiver)
      done(receiver)
    }
    let called = receivers
    return await withTaskGroup { group in
      for (index, receiver) in called.enumerated() {
        group.addTask {
          do throws(Failure) {
            return (index, Swift.Result<Result, Failure>.success(try await call(receiver)))
          } catch { return (index, Swift.Result<Result, Failure>.failure(error)) }
        }
      }
      var outcomes = [Swift.Result<Result, Failure>?](repeating: nil, count: called.count)
      for await (index, outcome) in group {
        if stoppingAtError, case .failure = outcome {
          group.cancelAll()
          return [outcome]
        }
        outcomes[index] = outcome
      }
      return outcomes.compactMap(\.self)
    }
  }
}
