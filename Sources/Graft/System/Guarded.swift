// SPDX-License-Identifier: Apache-2.0

import CGraftLoader

/// A value behind the registry's lock.
///
/// The process has one such lock, which the loader holds across a fork. It is a
/// pthread mutex, which ThreadSanitizer sees, unlike `Mutex`.
package final class Guarded<Value: ~Copyable>: @unchecked Sendable {
  /// Memory without checks for exclusive access, which the lock ensures.
  private let value = UnsafeMutablePointer<Value>.allocate(capacity: 1)

  package init(_ initial: consuming Value) {
    value.initialize(to: initial)
  }

  deinit {
    value.deinitialize(count: 1)
    value.deallocate()
  }

  package func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    RegistryLock.withLock { body(&value.pointee) }
  }

  /// Accesses the value while the lock is held.
  package func underLock<Result>(_ body: (inout Value) -> Result) -> Result { body(&value.pointee) }
}

/// The registry's lock.
enum RegistryLock {
  static func withLock<Result>(_ body: () -> Result) -> Result {
    graft_lock_registry()
    defer { graft_unlock_registry() }
    return body()
  }
}

/// A value behind a lock of its own, or one that it shares with few others.
///
/// The loader holds it across a fork.
final class Locked<Value>: @unchecked Sendable {
  private let value = UnsafeMutablePointer<Value>.allocate(capacity: 1)
  private let number = UInt32(truncatingIfNeeded: LockNumbers.last.addRelaxed(1))

  init(_ initial: Value) {
    value.initialize(to: initial)
  }

  deinit {
    value.deinitialize(count: 1)
    value.deallocate()
  }

  /// Accesses the value.
  ///
  /// The closure takes no lock, and neither runs users' code nor releases an object.
  func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    graft_lock_table(number)
    defer { graft_unlock_table(number) }
    return body(&value.pointee)
  }
}

private enum LockNumbers {
  static let last = SharedWord(allocated: 0)
}
