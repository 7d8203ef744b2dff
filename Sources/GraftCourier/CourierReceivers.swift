// SPDX-License-Identifier: Apache-2.0

/// The receivers of a courier, in order, and what becomes of their results.
///
/// All of it can be used from any thread, also while the courier delivers: what
/// changes is seen from the next call on. Calls take no lock.
@frozen
public struct CourierReceivers<Receivable> {
  @usableFromInline let store: ReceiverStore
  /// Those of the store: all that calls touch.
  @usableFromInline let slots: ReceiverSlot.Pointer

  // MARK: Asking

  /// Those of any protocol that are alive, in order.
  public var all: [Any] {
    store.current.registrations.compactMap(\.receiver)
  }

  /// Those that conform to the protocol which the requirement belongs to, in order.
  public func callAsFunction<Receiver, Result>(
    of requirement: CourierRequirement<Receiver, Result>
  ) -> [Receiver] {
    var delivery = _CourierDelivery<Receiver, Result>(slots)
    var receivers: [Receiver] = []
    while let receiver = delivery.next() {
      receivers.append(receiver)
      delivery.done(receiver)
    }
    delivery.end(slots)
    return receivers
  }

  /// Whether an object is a receiver, and alive.
  public func contains(_ receiver: AnyObject) -> Bool { contains(ReceiverIdentity(receiver)) }

  /// Whether what `add` returned this for is a receiver, and alive.
  public func contains(_ receiver: ReceiverIdentity) -> Bool {
    let state = store.current
    return state.index(of: receiver).map { state.registrations[$0].isAlive } ?? false
  }

  // MARK: Removing

  /// Removes a receiver, from the next call on.
  ///
  /// - Returns: whether it was one.
  @discardableResult
  public func remove(_ receiver: AnyObject) -> Bool { remove(ReceiverIdentity(receiver)) }

  /// Removes the receiver that `add` returned this for, from the next call on.
  ///
  /// - Returns: whether it was one.
  @discardableResult
  public func remove(_ receiver: ReceiverIdentity) -> Bool {
    var isFound = false
    store.change { state in
      guard let index = state.index(of: receiver) else { return false }
      state.registrations.remove(at: index)
      isFound = true
      return true
    }
    return isFound
  }

  /// Removes all receivers, from the next call on.
  public func removeAll() {
    store.change { state in
      state.registrations = []
      return true
    }
  }

  // MARK: Policies

  /// What holds for requirements without a policy of their own.
  public var policy: CourierPolicy {
    get { store.current.policies.general }
    nonmutating set {
      store.change { state in
        state.policies = CourierPolicies(
          newValue, ofRequirements: state.policies.ofRequirements)
        return true
      }
    }
  }

  /// Which result a requirement returns, instead of what `policy` says; nil takes it
  /// back.
  public func setPolicy<Receiver, Result>(
    _ policy: ResultPolicy<Result>?, for requirement: CourierRequirement<Receiver, Result>
  ) {
    store.change { state in
      var ofRequirements = state.policies.ofRequirements
      ofRequirements[requirement.identity] = policy
      state.policies = CourierPolicies(
        state.policies.general, ofRequirements: ofRequirements)
      return true
    }
  }
}

/// A receiver that can be sent between threads is all that such a courier takes.
extension CourierReceivers: @unchecked Sendable where Receivable: Sendable {}

// MARK: Adding

// Twice, since what is passed as a generic parameter would be boxed once more.

extension CourierReceivers where Receivable == Any {
  /// Adds a receiver: at the end, or where it is said. One that is there already
  /// stays where it is, unless a place is given, and is held as it is said now.
  ///
  /// - Parameters:
  ///   - receiver: an object, or a value.
  ///   - hold: a value can only be held strongly.
  ///   - place: `.first`, `.last`, `.before(other)`, `.after(other)`.
  /// - Returns: what to remove a value by.
  /// - Throws: `CourierError` if it conforms to none of the courier's protocols, or to one on
  ///   a global actor only; if it is a value that is to be held weakly; or if the one to stand
  ///   beside is no receiver.
  @discardableResult
  public func add(
    _ receiver: Any, _ hold: ReceiverHold = .weakly, at place: ReceiverPlace? = nil
  ) throws(CourierError) -> ReceiverIdentity {
    try store.add(receiver, hold, at: place)
  }
}

extension CourierReceivers where Receivable == any Sendable {
  /// Adds a receiver: at the end, or where it is said. One that is there already
  /// stays where it is, unless a place is given, and is held as it is said now.
  ///
  /// - Parameters:
  ///   - receiver: an object, or a value.
  ///   - hold: a value can only be held strongly.
  ///   - place: `.first`, `.last`, `.before(other)`, `.after(other)`.
  /// - Returns: what to remove a value by.
  /// - Throws: `CourierError` if it conforms to none of the courier's protocols, or to one on
  ///   a global actor only; if it is a value that is to be held weakly; or if the one to stand
  ///   beside is no receiver.
  @discardableResult
  public func add(
    _ receiver: any Sendable, _ hold: ReceiverHold = .weakly, at place: ReceiverPlace? = nil
  ) throws(CourierError) -> ReceiverIdentity {
    try store.add(receiver, hold, at: place)
  }
}
