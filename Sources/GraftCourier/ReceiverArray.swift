// SPDX-License-Identifier: Apache-2.0

import Graft

/// The receivers of one protocol as calls read them: immutable once published, in
/// memory that is freed when the last call in it has ended.
///
/// Behind the header lie the entries. Each is a word and an existential value of the
/// protocol. The word of a receiver that is held strongly is 0. That of one that is
/// held weakly is its object, of which the array keeps the memory and not the life;
/// the existential beside it is not retained.
@frozen
@usableFromInline
struct ReceiverArray {
  /// In entries.
  @usableFromInline let count: Int
  /// Nil where they are the default.
  @usableFromInline let policies: Unmanaged<CourierPolicies>?
  /// Calls that are in it although it may no longer be published, plus `published`
  /// until it is no longer published.
  fileprivate let readers: Int

  @usableFromInline typealias Pointer = UnsafeMutablePointer<ReceiverArray>

  /// More than there can be readers.
  fileprivate static var published: Int { 1 << 40 }

  private init(count: Int, policies: CourierPolicies) {
    self.count = count
    readers = Self.published
    self.policies = policies.areDefault ? nil : Unmanaged.passRetained(policies)
  }

  @inlinable
  @inline(__always)
  static var headerByteCount: Int { 32 }

  // An existential is as aligned as a pointer.
  @inlinable
  @inline(__always)
  static var receiverOffset: Int { 8 }

  @inlinable
  @inline(__always)
  static func entryByteCount<Receiver>(_: Receiver.Type) -> Int {
    receiverOffset + MemoryLayout<Receiver>.stride
  }

  @inlinable
  @inline(__always)
  static func entries(of array: Pointer) -> UnsafeMutableRawPointer {
    UnsafeMutableRawPointer(array) + headerByteCount
  }

  // MARK: Making and destroying

  static func make<Receiver>(
    _ receivers: [(receiver: Receiver, weakly: WeakReceiver?)], _ policies: CourierPolicies
  ) -> Pointer {
    precondition(MemoryLayout<ReceiverArray>.stride <= headerByteCount)
    let byteCount = headerByteCount + receivers.count * entryByteCount(Receiver.self)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 16)
    let array = memory.bindMemory(to: ReceiverArray.self, capacity: 1)
    array.initialize(to: ReceiverArray(count: receivers.count, policies: policies))
    var entry = entries(of: array)
    for (receiver, weakly) in receivers {
      let place = entry + receiverOffset
      if let weakly {
        entry.storeBytes(of: weakly.keepingMemory(), as: UnsafeRawPointer?.self)
        withUnsafeBytes(of: receiver) {
          place.copyMemory(from: $0.baseAddress!, byteCount: $0.count)
        }
      } else {
        entry.storeBytes(of: nil, as: UnsafeRawPointer?.self)
        place.initializeMemory(as: Receiver.self, to: receiver)
      }
      entry += entryByteCount(Receiver.self)
    }
    return array
  }

  /// Gives back what it holds: that can be the last of a receiver, and run its
  /// deinitialiser.
  static func destroy<Receiver>(_ array: Pointer, of: Receiver.Type) {
    var entry = entries(of: array)
    for _ in 0..<array.pointee.count {
      if let object = entry.load(as: UnsafeRawPointer?.self) {
        WeakReceiver.release(object)
      } else {
        // `make` has initialised it as one.
        let place = (entry + receiverOffset).assumingMemoryBound(to: Receiver.self)
        place.deinitialize(count: 1)
      }
      entry += entryByteCount(Receiver.self)
    }
    array.pointee.policies?.release()
    array.deinitialize(count: 1)
    UnsafeMutableRawPointer(array).deallocate()
  }
}

// Counting readers.
extension UnsafeMutablePointer<ReceiverArray> {
  private var readers: SharedWord {
    SharedWord(self, offset: MemoryLayout<ReceiverArray>.offset(of: \.readers)!)
  }

  /// - Parameter count: calls that are in it and were counted in its slot.
  /// - Returns: whether it is to be destroyed.
  func unpublish(readers count: Int) -> Bool {
    // "Unpublish".
    readers.add(UInt(bitPattern: count - ReceiverArray.published)) == 0
  }

  func enter() { readers.addRelaxed(1) }

  /// "Leave array".
  ///
  /// - Returns: whether it is to be destroyed.
  func leave() -> Bool { readers.add(UInt(bitPattern: -1)) == 0 }
}
