// SPDX-License-Identifier: Apache-2.0

import Graft

/// The receivers of one protocol as calls read them.
///
/// It is immutable once published, and freed when the last call in it has ended.
///
/// The entries follow the header. Each is a word and an existential value of the
/// protocol. The word of a strongly held receiver is 0. The word of a weakly held
/// one is its object; the array keeps the object's memory but not the object alive,
/// and the existential is not retained.
@frozen
@usableFromInline
struct ReceiverArray {
  /// The number of entries.
  @usableFromInline let count: Int
  /// The policies; nil for the defaults.
  @usableFromInline let policies: Unmanaged<CourierPolicies>?
  /// The number of calls in it that are not counted in its slot, plus `published`
  /// until it is replaced.
  fileprivate let readers: Int

  @usableFromInline typealias Pointer = UnsafeMutablePointer<ReceiverArray>

  /// A number larger than any number of readers.
  fileprivate static var published: Int { 1 << 40 }

  private init(count: Int, policies: CourierPolicies) {
    self.count = count
    readers = Self.published
    self.policies = policies.areDefault ? nil : Unmanaged.passRetained(policies)
  }

  @inlinable
  @inline(__always)
  static var headerByteCount: Int { 32 }

  // An existential has the alignment of a pointer.
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

  /// Releases the receivers and the memory.
  ///
  /// This can release a receiver's last reference, and so run its deinitialiser.
  static func destroy<Receiver>(_ array: Pointer, of: Receiver.Type) {
    var entry = entries(of: array)
    for _ in 0..<array.pointee.count {
      if let object = entry.load(as: UnsafeRawPointer?.self) {
        WeakReceiver.release(object)
      } else {
        // `make` has initialised it with this type.
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

// Functions that count readers.
extension UnsafeMutablePointer<ReceiverArray> {
  private var readers: SharedWord {
    SharedWord(self, offset: MemoryLayout<ReceiverArray>.offset(of: \.readers)!)
  }

  /// Marks the array as replaced.
  ///
  /// - Parameter count: the calls in it that were counted in its slot.
  /// - Returns: whether to destroy it.
  func unpublish(readers count: Int) -> Bool {
    // "Unpublish".
    readers.add(UInt(bitPattern: count - ReceiverArray.published)) == 0
  }

  func enter() { readers.addRelaxed(1) }

  /// Leaves the array: "leave array".
  ///
  /// - Returns: whether to destroy it.
  func leave() -> Bool { readers.add(UInt(bitPattern: -1)) == 0 }
}
