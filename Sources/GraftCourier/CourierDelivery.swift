// SPDX-License-Identifier: Apache-2.0

/// One call on its way to the receivers. Only the code of `@Courier` uses it.
///
/// Who is called is settled when it begins. Each receiver that `next()` gives is to be
/// handed to `take`, `fail` or `done`, and the call ends with `result`, `outcome`, an
/// error that `fail` throws, or `end`. The courier has to live until then.
///
/// An object that comes from `next()` belongs to the array, although the compiler
/// takes it for the caller's; `done` forgets it. So objects are called without being
/// retained. What calls seldom need is out of line and takes no address of the
/// delivery, which stays in registers.
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
  /// Retained. Not a reference, so that giving up a delivery does nothing.
  @usableFromInline var failures: Unmanaged<DeliveryFailures>?

  /// Begins a call that ends on the thread where it began, without being suspended.
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

  /// Whether the protocol is one of objects: then an existential of it is a reference
  /// and a witness table.
  @inlinable
  @inline(__always)
  static var isOfObjects: Bool { MemoryLayout<Receiver>.size == 2 * MemoryLayout<UInt>.size }

  /// The next receiver; nil if all had their turn.
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
        // Otherwise what was retained goes to the caller with the existential.
        if Self.isOfObjects { retained = object }
        return receiver.move()
      }
      care.insert(.hasMetDead)
    }
    return nil
  }

  /// The last thing that is done with a receiver.
  ///
  /// The compiler will release the reference that it takes for its own, which this
  /// makes up for. It sees both and drops them. `isOfObjects` says that the existential is an
  /// object and a table (Swift's ABI, TypeLayout: "Class Existential Containers").
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

  /// Combines what a receiver returned with the answer so far, as the policy has it.
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

  /// Ends the delivery and throws the error of a receiver, or keeps it.
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

  /// Ends the delivery before all receivers had their turn.
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

  /// What a call returns that can't throw.
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

  /// What a call returns that can throw anything.
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

  /// What a call returns that can throw one type.
  @inlinable
  @inline(__always)
  public func outcome<Failure: Error>(
    _ courier: some Courier, of requirement: CourierRequirement<Receiver, Result>, _: Failure.Type
  ) throws(Failure) -> Result {
    if _slowPath(failures != nil) {
      end(courier)
      throw failures.unsafelyUnwrapped.takeRetainedValue().errors[0] as! Failure
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

/// An existential of a protocol of objects.
@frozen
@usableFromInline
struct ObjectAndTable {
  @usableFromInline let object: AnyObject
  @usableFromInline let table: UInt
}

/// What the end of a delivery has to look after.
@frozen
@usableFromInline
struct DeliveryCare: OptionSet {
  @usableFromInline let rawValue: UInt8

  @inlinable
  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// It is counted in the array and not in the slot.
  @inlinable static var isOfSection: Self { Self(rawValue: 1) }
  @inlinable static var hasMetDead: Self { Self(rawValue: 2) }
}
