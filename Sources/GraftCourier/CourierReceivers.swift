// SPDX-License-Identifier: Apache-2.0

/// The receivers of a courier, in order, and the policies for their results.
///
/// Any thread can use it, also while the courier delivers: the next call sees a
/// change. Calls take no lock.
@frozen
public struct CourierReceivers<Receivable> {
  @usableFromInline let store: ReceiverStore
  /// The store's slots, which are all that calls access.
  @usableFromInline let slots: ReceiverSlot.Pointer

  // MARK: Asking

  /// The receivers of all protocols that are alive, in order.
  public var all: [Any] {
    store.current.registrations.compactMap(\.receiver)
  }

  /// The receivers that conform to the requirement's protocol, in order.
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

  /// Whether the receiver with this identity from `add` is still a receiver, and
  /// alive.
  public func contains(_ receiver: ReceiverIdentity) -> Bool {
    let state = store.current
    return state.index(of: receiver).map { state.registrations[$0].isAlive } ?? false
  }

  // MARK: Removing

  /// Removes a receiver, from the next call on.
  ///
  /// - Returns: whether it was a receiver.
  @discardableResult
  public func remove(_ receiver: AnyObject) -> Bool { remove(ReceiverIdentity(receiver)) }

  /// Removes the receiver with this identity from `add`, from the next call on.
  ///
  /// - Returns: whether it was a receiver.
  @discardableResult
  public func remove(_ receiver: ReceiverIdentity) -> Bool {
    var isFound = false
    store.change { state in
      // It can be tried again, after another thread has removed it.
      let index = state.index(of: receiver)
      isFound = index.map { state.registrations[$0].isAlive } ?? false
      if let index { state.registrations.remove(at: index) }
      return index != nil
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

  /// The policy for requirements without one of their own.
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

  /// Sets the policy for a requirement's results, which overrides `policy`; nil
  /// removes it.
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

/// Such a courier only accepts receivers that are `Sendable`.
extension CourierReceivers: @unchecked Sendable where Receivable: Sendable {}

// MARK: Adding

// This is declared twice, since a generic parameter would box the receiver once
// more.

extension CourierReceivers where Receivable == Any {
  /// Adds a receiver at the end, or at a given position.
  ///
  /// A receiver that is already there stays in its position, unless one is given, and is held as
  /// before, unless `hold` says otherwise.
  ///
  /// - Parameters:
  ///   - receiver: an object, or a value.
  ///   - hold: the way to hold it, by default `.weakly`; a value can only be held strongly.
  ///   - place: `.first`, `.last`, `.before(other)`, `.after(other)`.
  ///   - dso: an address in the image whose code adds it. While that does not count, the receiver
  ///     gets nothing, unless the executable has added it too.
  /// - Returns: the identity, by which a value can be removed.
  /// - Throws: `CourierError` if it conforms to none of the courier's protocols, or
  ///   to one on a global actor only; if it is a value that should be held weakly; or
  ///   if the receiver at the given position is none.
  @safe
  @discardableResult
  public func add(
    _ receiver: Any, _ hold: ReceiverHold? = nil, at place: ReceiverPlace? = nil,
    dso: UnsafeRawPointer = #dsohandle
  ) throws(CourierError) -> ReceiverIdentity {
    try store.add(receiver, hold, at: place, dso)
  }
}

extension CourierReceivers where Receivable == any Sendable {
  /// Adds a receiver at the end, or at a given position.
  ///
  /// A receiver that is already there stays in its position, unless one is given, and is held as
  /// before, unless `hold` says otherwise.
  ///
  /// - Parameters:
  ///   - receiver: an object, or a value.
  ///   - hold: the way to hold it, by default `.weakly`; a value can only be held strongly.
  ///   - place: `.first`, `.last`, `.before(other)`, `.after(other)`.
  ///   - dso: an address in the image whose code adds it. While that does not count, the receiver
  ///     gets nothing, unless the executable has added it too.
  /// - Returns: the identity, by which a value can be removed.
  /// - Throws: `CourierError` if it conforms to none of the courier's protocols, or
  ///   to one on a global actor only; if it is a value that should be held weakly; or
  ///   if the receiver at the given position is none.
  @safe
  @discardableResult
  public func add(
    _ receiver: any Sendable, _ hold: ReceiverHold? = nil, at place: ReceiverPlace? = nil,
    dso: UnsafeRawPointer = #dsohandle
  ) throws(CourierError) -> ReceiverIdentity {
    try store.add(receiver, hold, at: place, dso)
  }
}
