// SPDX-License-Identifier: Apache-2.0

import Graft

/// The receivers and policies of one courier: the list, behind a lock, and the
/// arrays that are published for calls.
@usableFromInline
final class ReceiverStore: @unchecked Sendable {
  /// The slots: one for the courier's protocol and for each that it refines, then one
  /// whose key stays 0.
  ///
  /// Before them is one whose key is the address of the store.
  let slots: ReceiverSlot.Pointer
  private let slotCount: Int
  let protocolType: Any.Type
  let protocols: [CourierSupport.ForwardedProtocol]
  private let state: Guarded<State>
  /// The number of couriers that were added to couriers, which has the lock of every state.
  private static let addedCouriers = Guarded<UInt64>(0)

  struct State {
    var registrations: [ReceiverRegistration] = []
    var policies: CourierPolicies
    /// The protocols whose calls are passed on.
    let protocols: [CourierSupport.ForwardedProtocol]
    /// The slots in use; those in the table come first.
    fileprivate var published: [(slot: ReceiverSlot.Pointer, maker: any ArrayMaker.Type)] = []
    fileprivate var usedSlotCount = 0
    /// The number of changes.
    fileprivate var version: UInt64 = 0

    func index(of identity: ReceiverIdentity) -> Int? {
      registrations.firstIndex { $0.identity == identity }
    }
  }

  init(_ protocolType: Any.Type, _ policy: CourierPolicy) {
    self.protocolType = protocolType
    // No courier passes on calls of the standard library's protocols.
    protocols = CourierSupport.protocols(of: protocolType).filter { !$0.isOfStandardLibrary }
    slotCount = protocols.count
    slots = .allocate(capacity: slotCount + 2) + 1
    for index in -1...slotCount { (slots + index).initialize(to: ReceiverSlot()) }
    state = Guarded(State(policies: CourierPolicies(policy), protocols: protocols))
    let address = UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque())
    (slots - 1).key.storeRelaxed(address)
  }

  deinit {
    CourierImages.shared.forget(self)
    // A call keeps its courier alive, so there is none.
    for (slot, maker) in current.published {
      maker.destroy(ReceiverSlot.array(slot.word.acquire()))
      if !isInTable(slot) { slot.deallocate() }
    }
    (slots - 1).deallocate()
  }

  private func isInTable(_ slot: ReceiverSlot.Pointer) -> Bool {
    slot >= slots && slot < slots + slotCount
  }

  // MARK: Reading

  /// The present state.
  ///
  /// Look at receivers, which may run users' code, without the lock.
  var current: State { state.withLock { $0 } }

  /// The store that slots belong to.
  static func of(_ slots: ReceiverSlot.Pointer) -> ReceiverStore {
    let address = (slots - 1).key.loadRelaxed()
    return Unmanaged.fromOpaque(UnsafeRawPointer(bitPattern: address)!).takeUnretainedValue()
  }

  /// Makes the slot of a protocol that has none in the table.
  @inline(never)
  @usableFromInline
  static func makeSlot<Receiver>(
    _ slots: ReceiverSlot.Pointer, of type: Receiver.Type
  ) -> ReceiverSlot.Pointer {
    of(slots).makeSlot(of: type)
  }

  private func makeSlot<Receiver>(of type: Receiver.Type) -> ReceiverSlot.Pointer {
    let key = ReceiverSlot.key(type)
    while true {
      let old = snapshot()
      if let made = old.state.published.first(where: { $0.slot.key.loadRelaxed() == key }) {
        return made.slot
      }
      let array = ArrayOf<Receiver>.make(old.state, old.inactive)
      let made = state.withLock { state -> ReceiverSlot.Pointer? in
        guard state.version == old.state.version else { return nil }
        let slot: ReceiverSlot.Pointer
        if state.usedSlotCount < slotCount, ArrayOf<Receiver>.isForwarded(state) {
          slot = slots + state.usedSlotCount
          state.usedSlotCount += 1
        } else {
          // The courier's protocol does not refine this one, so such calls are rare.
          slot = .allocate(capacity: 1)
          slot.initialize(to: ReceiverSlot())
        }
        state.version += 1
        state.published.append((slot, ArrayOf<Receiver>.self))
        _ = slot.publish(array, key: key)
        return slot
      }
      extendLifetime(old)
      if let made { return made }
      ArrayOf<Receiver>.destroy(array)
    }
  }

  // MARK: Changing

  /// Changes the list or the policies, and publishes the change.
  ///
  /// Receivers are read, cast and released without the lock, since each of these can
  /// run users' code. If another thread has made a change meanwhile, this starts
  /// again.
  ///
  /// - Parameters:
  ///   - addsCourier: whether a courier is added. Then this also starts again if another thread has
  ///     added one to any courier meanwhile: each could pass calls on to the other.
  ///   - body: returns whether it has changed anything; called once or more.
  func change(addingCourier addsCourier: Bool = false, _ body: (inout State) -> Bool) {
    while true {
      let old = snapshot()
      var new = old.state
      guard body(&new) else { return }
      new.version += 1
      let made = new.published.map { ($0.slot, $0.maker, $0.maker.make(new, old.inactive)) }
      let replaced = state.withLock { state -> [(ReceiverArray.Pointer, any ArrayMaker.Type)]? in
        guard state.version == old.state.version,
          !addsCourier || Self.addedCouriers.underLock({ $0 }) == old.addedCouriers
        else { return nil }
        if addsCourier { Self.addedCouriers.underLock { $0 += 1 } }
        state = new
        return made.compactMap { slot, maker, array in
          slot.publish(array, key: slot.key.loadRelaxed()).map { ($0, maker) }
        }
      }
      extendLifetime(old)
      if let replaced {
        for (array, maker) in replaced { maker.destroy(array) }
        return
      }
      for (_, maker, array) in made { maker.destroy(array) }
    }
  }

  /// The present state, the images whose code does not count, and the number of added couriers.
  private func snapshot() -> (state: State, inactive: Set<UInt>, addedCouriers: UInt64) {
    // This order matters: an image that changes afterwards changes the state's
    // version.
    let (state, addedCouriers) = state.withLock { ($0, Self.addedCouriers.underLock { $0 }) }
    return (state, CourierSupport.inactiveImages, addedCouriers)
  }

  /// Removes dead receivers.
  func purge() {
    change { state in
      let count = state.registrations.count
      state.registrations.removeAll { !$0.isAlive }
      return state.registrations.count != count
    }
  }
}

/// Makes and destroys the arrays of one protocol.
private protocol ArrayMaker {
  static func make(
    _ state: ReceiverStore.State, _ inactive: Set<UInt>
  ) -> ReceiverArray.Pointer
  static func destroy(_ array: ReceiverArray.Pointer)
}

private enum ArrayOf<Receiver>: ArrayMaker {
  static func make(
    _ state: ReceiverStore.State, _ inactive: Set<UInt>
  ) -> ReceiverArray.Pointer {
    let others = isForwarded(state) ? [] : protocols
    let receivers = state.registrations.compactMap { registration in
      registration.counts(without: inactive) && registration.conforms(to: others)
        ? registration.receiver(as: Receiver.self) : nil
    }
    return ReceiverArray.make(receivers, state.policies)
  }

  private static var protocols: [CourierSupport.ForwardedProtocol] {
    CourierSupport.protocols(of: Receiver.self)
  }

  /// Whether the courier passes on calls of the protocol, to which all its receivers' conformances
  /// have been checked.
  static func isForwarded(_ state: ReceiverStore.State) -> Bool {
    protocols.first.map(state.protocols.contains) ?? false
  }

  static func destroy(_ array: ReceiverArray.Pointer) {
    ReceiverArray.destroy(array, of: Receiver.self)
  }
}
