// SPDX-License-Identifier: Apache-2.0

/// The receivers and policies of one courier: the list, behind a lock, and what is
/// published of it for calls.
@usableFromInline
final class ReceiverStore: @unchecked Sendable {
  /// One for the courier's protocol and for each that it refines, then one whose key
  /// stays 0. In front of them is one whose key is the address of the store.
  let slots: ReceiverSlot.Pointer
  private let slotCount: Int
  let protocolType: Any.Type
  let protocols: [ProtocolDescriptor]
  let images: CourierImages
  private let state: Guarded<State>

  struct State {
    var registrations: [ReceiverRegistration] = []
    var policies: CourierPolicies
    var lastValue: UInt64 = 0
    /// What has been asked for; those of the first slots come first.
    fileprivate var published: [(slot: ReceiverSlot.Pointer, maker: any ArrayMaker.Type)] = []
    fileprivate var usedSlotCount = 0

    /// Nil for those that are gone.
    var receivers: [Any?] { registrations.map(\.receiver) }

    func index(of identity: ReceiverIdentity) -> Int? {
      registrations.firstIndex { $0.identity == identity }
    }
  }

  init(_ protocolType: Any.Type, _ policy: CourierPolicy, _ images: CourierImages) {
    self.images = images
    self.protocolType = protocolType
    let declared = ExistentialType(TypeMetadata(protocolType))?.protocols ?? []
    protocols = declared.withRefined
    slotCount = protocols.count
    slots = .allocate(capacity: slotCount + 2) + 1
    for index in -1...slotCount { (slots + index).initialize(to: ReceiverSlot()) }
    state = Guarded(State(policies: CourierPolicies(policy)))
    let address = UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque())
    (slots - 1).key.storeRelaxed(address)
  }

  deinit {
    images.forget(self)
    // A call keeps its courier, so there is none.
    state.withLock { state in
      for (slot, maker) in state.published {
        maker.destroy(ReceiverSlot.array(slot.word.acquire()))
        if !isInTable(slot) { slot.deallocate() }
      }
    }
    (slots - 1).deallocate()
  }

  private func isInTable(_ slot: ReceiverSlot.Pointer) -> Bool {
    slot >= slots && slot < slots + slotCount
  }

  // MARK: Reading

  func withState<Result>(_ body: (State) -> Result) -> Result {
    state.withLock { body($0) }
  }

  /// The store that slots belong to.
  static func of(_ slots: ReceiverSlot.Pointer) -> ReceiverStore {
    let address = (slots - 1).key.loadRelaxed()
    return Unmanaged.fromOpaque(UnsafeRawPointer(bitPattern: address)!).takeUnretainedValue()
  }

  /// The slot of a protocol that has none in the table yet.
  @inline(never)
  @usableFromInline
  static func makeSlot<Receiver>(
    _ slots: ReceiverSlot.Pointer, of type: Receiver.Type
  ) -> ReceiverSlot.Pointer {
    of(slots).makeSlot(of: type)
  }

  private func makeSlot<Receiver>(of type: Receiver.Type) -> ReceiverSlot.Pointer {
    let (receivers, slot) = withState { state, images -> ([Any?], ReceiverSlot.Pointer) in
      let receivers = state.receivers
      let key = ReceiverSlot.key(type)
      let made = state.published.first { $0.slot.key.loadRelaxed() == key }
      if let made { return (receivers, made.slot) }
      let slot: ReceiverSlot.Pointer
      if state.usedSlotCount < slotCount {
        slot = slots + state.usedSlotCount
        state.usedSlotCount += 1
      } else {
        // Of no protocol that the courier's refines, so nobody asks often.
        slot = .allocate(capacity: 1)
        slot.initialize(to: ReceiverSlot())
      }
      state.published.append((slot, ArrayOf<Receiver>.self))
      let array = ArrayOf<Receiver>.make(state, state.inactive(of: images))
      _ = slot.publish(array, key: key)
      return (receivers, slot)
    }
    extendLifetime(receivers)
    return slot
  }

  // MARK: Changing

  /// Changes the list or the policies, and publishes that.
  ///
  /// - Parameter body: returns whether it has changed anything.
  func change(_ body: (inout State) -> Bool) {
    typealias Replaced = (ReceiverArray.Pointer, any ArrayMaker.Type)
    // What can be the last of a receiver, and run a deinitialiser of users, is given
    // back after the lock.
    let (kept, replaced) = withState { state, images -> (([Any?], CourierPolicies), [Replaced]) in
      let kept = (state.receivers, state.policies)
      guard body(&state) else { return (kept, []) }
      let inactive = state.inactive(of: images)
      return (kept, publish(&state, inactive))
    }
    for (array, maker) in replaced { maker.destroy(array) }
    extendLifetime(kept)
  }

  private func publish(
    _ state: inout State, _ inactive: Set<UInt>
  ) -> [(ReceiverArray.Pointer, any ArrayMaker.Type)] {
    state.published.compactMap { slot, maker in
      let key = slot.key.loadRelaxed()
      return slot.publish(maker.make(state, inactive), key: key).map { ($0, maker) }
    }
  }

  /// Forgets the dead.
  func purge() {
    change { state in
      let count = state.registrations.count
      state.registrations.removeAll { !$0.isAlive }
      return state.registrations.count != count
    }
  }

  /// With what counts at this moment.
  private func withState<Result>(
    _ body: (inout State, ImageTable) -> Result
  ) -> Result {
    state.withLock(and: images.registry.state) { body(&$0, $1.images) }
  }
}

extension ReceiverStore.State {
  /// Of the images that receivers come from, those whose code does not count.
  fileprivate func inactive(of images: ImageTable) -> Set<UInt> {
    guard registrations.contains(where: { !$0.images.isEmpty }) else { return [] }
    return Set(
      images.entries.filter { $0.state != .active && !$0.image.isExecutable }
        .map(\.loaded.programHeaders))
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
    let receivers = state.registrations.compactMap { registration in
      registration.images.isDisjoint(with: inactive)
        ? registration.receiver(as: Receiver.self) : nil
    }
    return ReceiverArray.make(receivers, state.policies)
  }

  static func destroy(_ array: ReceiverArray.Pointer) {
    ReceiverArray.destroy(array, of: Receiver.self)
  }
}

extension [ProtocolDescriptor] {
  /// With all that they refine, each once.
  fileprivate var withRefined: [ProtocolDescriptor] {
    var found: [ProtocolDescriptor] = []
    var rest = self
    while let next = rest.popLast() {
      guard !found.contains(next) else { continue }
      found.append(next)
      rest += next.refinedProtocols
    }
    return found
  }
}
