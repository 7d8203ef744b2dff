// SPDX-License-Identifier: Apache-2.0

/// A delivery of one call to the receivers.
///
/// Only the code of `@Courier` uses it.
///
/// The receivers are fixed when the call begins. Each receiver from `next()` must
/// be passed to `take`, `fail` or `done`, and the call ends with `result`,
/// `outcome`, an error that `fail` throws, or `end`. The courier has to live until
/// then.
///
/// An object from `next()` belongs to the array, although the compiler regards it
/// as the caller's; `done` balances this. So objects are called without being
/// retained. The slow paths are out of line and take no address of the delivery,
/// which stays in registers.
@frozen
public struct _CourierDelivery<Receiver, Result> {
  @usableFromInline let slot: ReceiverSlot.Pointer
  @usableFromInline let array: ReceiverArray.Pointer
  @usableFromInline var position: UnsafeMutableRawPointer
  @usableFromInline let end: UnsafeMutableRawPointer
  @usableFromInline var care: DeliveryCare = []
  /// The object of the receiver that is being called, if that is held weakly.
  @usableFromInline var retained: UnsafeRawPointer?
  @usableFromInline var answer: Result?
  /// The errors, retained.
  ///
  /// It is not a reference, so that a delivery has nothing to release.
  @usableFromInline var failures: Unmanaged<DeliveryFailures>?

  /// Begins a synchronous call, which ends on the thread where it began.
  @inlinable
  @inline(__always)
  public init(_ courier: some Courier, _: CourierRequirement<Receiver, Result>) {
    self.init(courier.receivers.slots)
  }

  /// Begins an asynchronous call.
  ///
  /// Many more of these can be under way than synchronous ones.
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
      let found = slot.key.acquire()
      if _fastPath(found == key) { break }
      if found == 0 {
        slot = ReceiverStore.makeSlot(slots, of: Receiver.self)
        break
      }
      slot += 1
    }
    self.slot = slot
    let word = slot.enter()
    array = ReceiverSlot.array(word)
    position = ReceiverArray.entries(of: array)
    end = position + array.pointee.count &* ReceiverArray.entryByteCount(Receiver.self)
    // Half of the readers that a slot can count.
    if _slowPath(Int(bitPattern: word) < 0) { moveToSection() }
  }

  @inlinable
  @inline(__always)
  mutating func moveToSection() {
    guard !care.contains(.isOfSection) else { return }
    Self.move(array, from: slot)
    care.insert(.isOfSection)
  }

  // MARK: Receivers

  /// Whether the protocol is class-bound, so that an existential of it is a reference
  /// and a witness table.
  @inlinable
  @inline(__always)
  static var isOfObjects: Bool { MemoryLayout<Receiver>.size == 2 * MemoryLayout<UInt>.size }

  /// The next receiver; nil after the last one.
  @inlinable
  @inline(__always)
  public mutating func next() -> Receiver? {
    releaseRetained()
    while position != end {
      let entry = position
      position = entry + ReceiverArray.entryByteCount(Receiver.self)
      let receiver = (entry + ReceiverArray.receiverOffset)
        .assumingMemoryBound(to: Receiver.self)
      guard let object = entry.load(as: UnsafeRawPointer?.self) else {
        return Self.isOfObjects ? receiver.move() : receiver.pointee
      }
      if _fastPath(retainIfAlive(object) != nil) {
        // Otherwise the retained reference goes to the caller with the existential.
        if Self.isOfObjects { retained = object }
        return receiver.move()
      }
      care.insert(.hasMetDead)
    }
    return nil
  }

  /// Ends the use of a receiver.
  ///
  /// The compiler will release the reference that it regards as its own; this retains
  /// it. The optimiser sees both and removes them. `isOfObjects` says that the
  /// existential is an object and a table (Swift's ABI, TypeLayout: "Class
  /// Existential Containers").
  @inlinable
  @inline(__always)
  public func done(_ receiver: Receiver) {
    guard Self.isOfObjects else { return }
    _ = Unmanaged.passRetained(unsafeBitCast(receiver, to: ObjectAndTable.self).object)
  }

  @inlinable
  @inline(__always)
  mutating func releaseRetained() {
    guard let retained else { return }
    releaseObject(retained)
    self.retained = nil
  }

  // MARK: Results

  /// Combines a receiver's result with the answer so far, by the policy.
  @inlinable
  @inline(__always)
  public mutating func take(
    _ result: Result, of requirement: CourierRequirement<Receiver, Result>
  ) {
    if _fastPath(array.pointee.policies == nil) {
      answer = result
    } else {
      answer = Self.combined(answer, result, requirement, array)
    }
  }

  /// Ends the delivery and throws a receiver's error, or collects the error, by the
  /// policy.
  @inlinable
  public mutating func fail<Failure: Error>(
    _ error: Failure, _ courier: some Courier
  ) throws(Failure) {
    try fail(error, courier.receivers.slots)
    extendLifetime(courier)
  }

  @inlinable
  mutating func fail<Failure: Error>(
    _ error: Failure, _ slots: ReceiverSlot.Pointer
  ) throws(Failure) {
    guard Self.collectsErrors(array) else {
      stop(slots)
      throw error
    }
    let kept = failures?.takeRetainedValue() ?? DeliveryFailures()
    kept.errors.append(error)
    failures = Unmanaged.passRetained(kept)
  }

  /// Ends the delivery before all receivers were called.
  @inlinable
  public mutating func stop(_ courier: some Courier) {
    stop(courier.receivers.slots)
    extendLifetime(courier)
  }

  @inlinable
  mutating func stop(_ slots: ReceiverSlot.Pointer) {
    releaseRetained()
    end(slots)
  }

  // MARK: The end

  /// The result of a call that can't throw.
  ///
  /// Ends the call.
  @inlinable
  @inline(__always)
  public func result(
    _ courier: some Courier, of requirement: CourierRequirement<Receiver, Result>
  ) -> Result {
    if _fastPath(answer != nil) {
      end(courier)
      return answer.unsafelyUnwrapped
    }
    let result = Self.unanswered(requirement, array, courier.receivers.slots)
    end(courier)
    return result
  }

  /// The result of a call that can throw any error.
  ///
  /// Ends the call.
  @inlinable
  @inline(__always)
  public func outcome(
    _ courier: some Courier, of requirement: CourierRequirement<Receiver, Result>
  ) throws -> Result {
    if _fastPath(failures == nil && answer != nil) {
      end(courier)
      return answer.unsafelyUnwrapped
    }
    let result = Self.outcome(
      answer, failures, requirement, array, courier.receivers.slots)
    end(courier)
    return try result.get()
  }

  /// The result of a call with a typed throw.
  ///
  /// Ends the call.
  @inlinable
  @inline(__always)
  public func outcome<Failure: Error>(
    _ courier: some Courier, of requirement: CourierRequirement<Receiver, Result>, _: Failure.Type
  ) throws(Failure) -> Result {
    if _slowPath(failures != nil) {
      end(courier)
      throw Self.failure(failures.unsafelyUnwrapped, requirement, Failure.self)
    }
    if _slowPath(answer == nil) {
      defer { end(courier) }
      return try Self.withoutAnswer(
        requirement, array, courier.receivers.slots, Failure.self
      ).get()
    }
    return result(courier, of: requirement)
  }

  @inlinable
  @inline(__always)
  func end(_ courier: some Courier) {
    end(courier.receivers.slots)
    extendLifetime(courier)
  }

  @inlinable
  @inline(__always)
  func end(_ slots: ReceiverSlot.Pointer) {
    if _slowPath(!care.isEmpty || !slot.leave(array)) {
      Self.end(array, slot, care, slots)
    }
  }
}

/// The errors of the receivers so far.
@usableFromInline
final class DeliveryFailures {
  @usableFromInline var errors: [any Error] = []

  @inlinable
  init() {}
}

/// An existential of a class-bound protocol.
@frozen
@usableFromInline
struct ObjectAndTable {
  @usableFromInline let object: AnyObject
  @usableFromInline let table: UInt
}

/// The special cases that the end of a delivery has to handle.
@frozen
@usableFromInline
struct DeliveryCare: OptionSet {
  @usableFromInline let rawValue: UInt8

  @inlinable
  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The call is counted in the array, not in the slot.
  @inlinable static var isOfSection: Self { Self(rawValue: 1) }
  @inlinable static var hasMetDead: Self { Self(rawValue: 2) }
}
