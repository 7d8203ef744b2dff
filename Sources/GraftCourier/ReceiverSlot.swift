// SPDX-License-Identifier: Apache-2.0

public import Graft

/// The slot in which calls of one protocol find its receivers, without a lock.
///
/// One word holds the address of the published array, and above it the number of
/// calls that entered the array through the word and have not left. So one atomic
/// addition returns the array and keeps it from being freed. When another array is
/// published, the count in the upper bits is added to the old array's own count,
/// from which those calls then subtract themselves.
@frozen
@usableFromInline
struct ReceiverSlot {
  /// The address of the existential type.
  ///
  /// It is 0 until there is an array; an array is only ever replaced, never removed.
  private let key: UInt
  private let word: UInt

  @usableFromInline typealias Pointer = UnsafeMutablePointer<ReceiverSlot>

  init() { (key, word) = (0, 0) }

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

}

extension UnsafeMutablePointer<ReceiverSlot> {
  @inlinable
  @inline(__always)
  var key: SharedWord { SharedWord(self, offset: 0) }
  @inlinable
  @inline(__always)
  var word: SharedWord { SharedWord(self, offset: 8) }

  /// Publishes an array for calls from now on.
  ///
  /// - Returns: the previous array, if it is to be destroyed.
  func publish(_ array: ReceiverArray.Pointer, key: UInt) -> ReceiverArray.Pointer? {
    let bits = UInt(bitPattern: array)
    precondition(
      bits < ReceiverSlot.oneReader, "Graft: this platform's addresses have more than 48 bits")
    // "Publish array".
    let old = word.exchange(bits)
    self.key.release(key)
    guard old != 0 else { return nil }
    let before = ReceiverSlot.array(old)
    return before.unpublish(readers: Int(old / ReceiverSlot.oneReader)) ? before : nil
  }

  /// Enters the array ("enter").
  ///
  /// The slot must have one.
  @inlinable
  @inline(__always)
  func enter() -> UInt {
    word.addAcquiring(ReceiverSlot.oneReader) &- ReceiverSlot.oneReader
  }

  /// Leaves an array that was entered by `enter`.
  ///
  /// - Returns: false if the slot has another array by now, so that the call must
  ///   leave through the array's own count.
  @inlinable
  @inline(__always)
  func leave(_ array: ReceiverArray.Pointer) -> Bool {
    // "Look at word", "leave".
    var found = word.loadRelaxed()
    while ReceiverSlot.array(found) == array {
      let attempt = word.compareExchangeReleasing(
        expected: found, desired: found &- ReceiverSlot.oneReader)
      if attempt.exchanged { return true }
      found = attempt.original
    }
    return false
  }
}
