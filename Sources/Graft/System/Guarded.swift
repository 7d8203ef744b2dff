// SPDX-License-Identifier: Apache-2.0

import CGraftLoader

/// The value behind the registry's lock, of which there is one for the process: the
/// loader holds it across a fork.
///
/// It is pthread's mutex and not `Mutex` of the standard library, also because
/// ThreadSanitizer sees the one and not the other, which is compiled without it.
package final class Guarded<Value>: @unchecked Sendable {
  /// In memory of its own, where no access is checked for being the only one: the lock sees to
  /// that, and it is a dozen of them for each answer.
  private let value = UnsafeMutablePointer<Value>.allocate(capacity: 1)

  package init(_ initial: Value) {
    value.initialize(to: initial)
  }

  deinit {
    value.deinitialize(count: 1)
    value.deallocate()
  }

  package func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    RegistryLock.withLock { body(&value.pointee) }
  }

  /// For who runs with the lock held, by another value.
  func underLock<Result>(_ body: (inout Value) -> Result) -> Result { body(&value.pointee) }

  /// With another value, which is behind the same lock as all are.
  func withLock<Other, Result>(
    and other: Guarded<Other>, _ body: (inout Value, inout Other) -> Result
  ) -> Result {
    RegistryLock.withLock { body(&value.pointee, &other.value.pointee) }
  }
}

/// The lock itself, for what is guarded by it and is no value of its own.
enum RegistryLock {
  static func withLock<Result>(_ body: () -> Result) -> Result {
    graft_lock_registry()
    defer { graft_unlock_registry() }
    return body()
  }
}
