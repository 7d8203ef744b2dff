// SPDX-License-Identifier: Apache-2.0

import Builtin

/// The address of a word that threads share.
///
/// It uses the builtins of `Atomic`, since importers of Graft would see the members that
/// `Synchronization` adds to standard types, and functions in C are not inlined into other modules.
///
/// `docs/memory-order.md` has the name and partner of each use that is weaker than sequentially
/// consistent.
@frozen
@usableFromInline
package struct SharedWord: @unchecked Sendable {
  @usableFromInline package let address: UnsafeMutablePointer<UInt>

  @inlinable
  @inline(__always)
  package init(_ address: UnsafeMutablePointer<UInt>) { self.address = address }

  /// A word of some memory, at an offset in bytes.
  @inlinable
  @inline(__always)
  package init(_ memory: UnsafeRawPointer, offset: Int) {
    self.init(
      UnsafeMutableRawPointer(mutating: memory + offset).assumingMemoryBound(to: UInt.self))
  }

  /// Allocates a word.
  package init(allocated value: UInt) {
    address = .allocate(capacity: 1)
    address.initialize(to: value)
  }

  package func deallocate() { address.deallocate() }

  // MARK: Loads and stores

  @inlinable
  @inline(__always)
  package func acquire() -> UInt { UInt(Builtin.atomicload_acquire_Int64(address._rawValue)) }

  @inlinable
  @inline(__always)
  package func loadRelaxed() -> UInt { UInt(Builtin.atomicload_monotonic_Int64(address._rawValue)) }

  package func release(_ value: UInt) {
    Builtin.atomicstore_release_Int64(address._rawValue, value._value)
  }

  package func storeRelaxed(_ value: UInt) {
    Builtin.atomicstore_monotonic_Int64(address._rawValue, value._value)
  }

  /// Stores a value, sequentially consistent.
  package func publish(_ value: UInt) {
    Builtin.atomicstore_seqcst_Int64(address._rawValue, value._value)
  }

  // MARK: Changes, which acquire and release unless they say otherwise

  /// Replaces the value.
  ///
  /// - Returns: the old value.
  package func exchange(_ value: UInt) -> UInt {
    UInt(Builtin.atomicrmw_xchg_acqrel_Int64(address._rawValue, value._value))
  }

  package func compareExchange(expected: UInt, desired: UInt) -> (exchanged: Bool, original: UInt) {
    let (original, exchanged) = Builtin.cmpxchg_acqrel_acquire_Int64(
      address._rawValue, expected._value, desired._value)
    return (Bool(exchanged), UInt(original))
  }

  /// Replaces the expected value.
  ///
  /// Releases, and acquires nothing.
  @inlinable
  @inline(__always)
  package func compareExchangeReleasing(
    expected: UInt, desired: UInt
  ) -> (exchanged: Bool, original: UInt) {
    let (original, exchanged) = Builtin.cmpxchg_release_monotonic_Int64(
      address._rawValue, expected._value, desired._value)
    return (Bool(exchanged), UInt(original))
  }

  /// Adds a value, with wrapping.
  ///
  /// - Returns: the new value.
  package func add(_ value: UInt) -> UInt {
    UInt(Builtin.atomicrmw_add_acqrel_Int64(address._rawValue, value._value)) &+ value
  }

  /// Adds a value, with wrapping.
  ///
  /// Acquires, and releases nothing.
  ///
  /// - Returns: the new value.
  @inlinable
  @inline(__always)
  package func addAcquiring(_ value: UInt) -> UInt {
    UInt(Builtin.atomicrmw_add_acquire_Int64(address._rawValue, value._value)) &+ value
  }

  /// Adds a value, with wrapping.
  ///
  /// Orders nothing.
  ///
  /// - Returns: the new value.
  @discardableResult
  package func addRelaxed(_ value: UInt) -> UInt {
    UInt(Builtin.atomicrmw_add_monotonic_Int64(address._rawValue, value._value)) &+ value
  }
}
