// SPDX-License-Identifier: Apache-2.0

public import Synchronization

/// One call on its way to the receivers. Only the code of `@Courier` uses it.
///
/// Who is called is settled when it begins. It has to end by `end(_:)`, and its
/// courier to live until then. What calls seldom need is out of line and takes no
/// address of it, so that the rest stays in registers.
@frozen
public struct CourierDelivery<Receiver, Result> {
  @usableFromInline let slot: ReceiverSlot.Pointer
  @usableFromInline let section: ReceiverSection.Pointer
  @usableFromInline var position: UnsafeMutableRawPointer
  @usableFromInline let end: UnsafeMutableRawPointer
  @usableFromInline var care: DeliveryCare = []
  @usableFromInline var answer: Result?
  @usableFromInline var failures: [any Error]?

  @inlinable
  @inline(__always)
  public init(_ courier: some Courier, _: CourierRequirement<Receiver, Result>) {
    self.init(courier.receivers.slots)
  }

  /// Of an asynchronous call: many more of them can be under way than of others.
  @inlinable
  @inline(__always)
  public init(async courier: some Courier, _: CourierRequirement<Receiver, Result>) {
    self.init(async: courier.receivers.slots)
  }

  @inlinable
  @inline(__always)
  init(async slots: ReceiverSlot.Pointer) {
    self.init(slots)
    moveToSection()
  }

  @inlinable
  @inline(__always)
  init(_ slots: ReceiverSlot.Pointer) {
    let key = ReceiverSlot.key(Receiver.self)
    var slot = slots
    while true {
      let found = slot.pointee.key.load(ordering: .acquiring)
      if _fastPath(found == key) { break }
      if found == 0 {
        slot = ReceiverStore.makeSlot(slots, of: Receiver.self)
        break
      }
      slot += 1
    }
    self.slot = slot
    let word = slot.pointee.enter()
    section = ReceiverSlot.section(word)
    position = ReceiverSection.entries(of: section)
    end = position + section.pointee.count &* ReceiverSection.entryByteCount(Receiver.self)
    // Half of the readers that a slot can count.
    if _slowPath(Int(bitPattern: word) < 0) { moveToSection() }
  }

  @inlinable
  @inline(__always)
  mutating func moveToSection() {
    guard !care.contains(.isOfSection) else { return }
    Self.move(section, from: slot)
    care.insert(.isOfSection)
  }

  /// The next receiver; nil if all had their turn.
  @inlinable
  @inline(__always)
  public mutating func next() -> Receiver? {
    while position != end {
      let entry = position
      position = entry + ReceiverSection.entryByteCount(Receiver.self)
      let receiver = (entry + ReceiverSection.receiverOffset)
        .assumingMemoryBound(to: Receiver.self)
      guard let object = entry.load(as: UnsafeRawPointer?.self) else { return receiver.pointee }
      // What was retained goes to the caller with the existential.
      if _fastPath(retainIfAlive(object) != nil) { return receiver.move() }
      care.insert(.hasMetDead)
    }
    return nil
  }

  // MARK: Results

  @inlinable
  @inline(__always)
  public mutating func take(
    _ result: Result, of requirement: CourierRequirement<Receiver, Result>
  ) {
    if _fastPath(section.pointee.policies == nil) {
      answer = result
    } else {
      answer = Self.combined(answer, result, requirement, section)
    }
  }

  /// What a call returns that can't throw.
  @inlinable
  @inline(__always)
  public func result(
    _ courier: some Courier, of requirement: CourierRequirement<Receiver, Result>
  ) -> Result {
    if _fastPath(answer != nil) { return answer.unsafelyUnwrapped }
    return Self.unanswered(requirement, section, courier.receivers.slots)
  }

  /// What a call returns that can throw anything.
  @inlinable
  @inline(__always)
  public func outcome(
    _ courier: some Courier, of requirement: CourierRequirement<Receiver, Result>
  ) throws -> Result {
    if _fastPath(failures == nil && answer != nil) { return answer.unsafelyUnwrapped }
    return try Self.outcome(failures, requirement, section, courier.receivers.slots)
  }

  /// What a call returns that can throw one type.
  @inlinable
  @inline(__always)
  public func outcome<Failure: Error>(
    _ courier: some Courier, of requirement: CourierRequirement<Receiver, Result>, _: Failure.Type
  ) throws(Failure) -> Result {
    if _slowPath(failures != nil) { throw failures.unsafelyUnwrapped[0] as! Failure }
    return result(courier, of: requirement)
  }

  /// Throws the error of a receiver, or keeps it.
  @inlinable
  public mutating func fail<Failure: Error>(_ error: Failure) throws(Failure) {
    guard Self.collectsErrors(section) else { throw error }
    failures = (failures ?? []) + [error]
  }

  // MARK: The end

  /// Whatever happened to the call.
  @inlinable
  @inline(__always)
  public mutating func end(_ courier: some Courier) {
    end(courier.receivers.slots)
    extendLifetime(courier)
  }

  @inlinable
  @inline(__always)
  mutating func end(_ slots: ReceiverSlot.Pointer) {
    if _slowPath(!care.isEmpty || !slot.pointee.leave(section)) {
      Self.end(section, slot, care, slots)
    }
  }
}

/// What the end of a delivery has to look after.
@frozen
@usableFromInline
struct DeliveryCare: OptionSet {
  @usableFromInline let rawValue: UInt8

  @inlinable
  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// It is counted in the section and not in the slot.
  @inlinable static var isOfSection: Self { Self(rawValue: 1) }
  @inlinable static var hasMetDead: Self { Self(rawValue: 2) }
}
