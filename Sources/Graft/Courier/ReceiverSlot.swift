// SPDX-License-Identifier: Apache-2.0

public import Synchronization

/// Where the calls of one protocol find its receivers, without a lock.
///
/// One word holds the address of the published array, and above it the number of
/// calls that entered the array through the word and have not left. So one atomic
/// addition gives a call the array and keeps that from being freed. What is in the
/// upper bits when another array is published goes over to the old array's own
/// count, which those calls then take themselves out of.
@frozen
@usableFromInline
struct ReceiverSlot: ~Copyable {
  /// Of the existential type; 0 until there is a array, which then is never taken
  /// out, only replaced.
  @usableFromInline let key = Atomic<UInt>(0)
  @usableFromInline let word = Atomic<UInt>(0)

  @usableFromInline typealias Pointer = UnsafeMutablePointer<ReceiverSlot>

  @inlinable
  init() {}

  @inlinable
  @inline(__always)
  static var oneReader: UInt { 1 << 48 }

  @inlinable
  @inline(__always)
  static func key<Receiver>(_: Receiver.Type) -> UInt {
    UInt(bitPattern: ObjectIdentifier(Receiver.self))
  }

  @inlinable
  @inline(__always)
  static func array(_ word: UInt) -> ReceiverArray.Pointer {
    ReceiverArray.Pointer(bitPattern: word & (oneReader - 1)).unsafelyUnwrapped
  }

  /// From now on calls see this array.
  ///
  /// - Returns: the one before, if it is to be destroyed.
  borrowing func publish(_ array: ReceiverArray.Pointer, key: UInt) -> ReceiverArray.Pointer? {
    let bits = UInt(bitPattern: array)
    precondition(bits < Self.oneReader, "Graft: this platform's addresses have more than 48 bits")
    let old = word.exchange(bits, ordering: .acquiringAndReleasing)
    self.key.store(key, ordering: .releasing)
    guard old != 0 else { return nil }
    let before = Self.array(old)
    return before.pointee.unpublish(readers: Int(old / Self.oneReader)) ? before : nil
  }

  /// Enters the array. It is one of `publish`, so there is one.
  @inlinable
  @inline(__always)
  borrowing func enter() -> UInt {
    word.wrappingAdd(Self.oneReader, ordering: .acquiring).oldValue
  }

  /// Leaves a array that was entered by `enter`.
  ///
  /// - Returns: false if the array is another one by now: then it is to be left
  ///   by its own count.
  @inlinable
  @inline(__always)
  borrowing func leave(_ array: ReceiverArray.Pointer) -> Bool {
    var found = word.load(ordering: .relaxed)
    while Self.array(found) == array {
      let attempt = word.compareExchange(
        expected: found, desired: found &- Self.oneReader,
        successOrdering: .releasing, failureOrdering: .relaxed)
      if attempt.exchanged { return true }
      found = attempt.original
    }
    return false
  }
}
