// SPDX-License-Identifier: Apache-2.0

import CGraftLoader

/// The value behind the registry's lock, of which there is one for the process: the
/// loader holds it across a fork.
///
/// It is pthread's mutex and not `Mutex` of the standard library, also because
/// ThreadSanitizer sees the one and not the other, which is compiled without it.
final class Guarded<Value>: @unchecked Sendable {
  private var value: Value

  init(_ value: Value) {
    self.value = value
  }

  func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    RegistryLock.withLock { body(&value) }
  }

  /// For who runs with the lock held, by another value.
  func underLock<Result>(_ body: (inout Value) -> Result) -> Result { body(&value) }

  /// With another value, which is behind the same lock as all are.
  func withLock<Other, Result>(
    and other: Guarded<Other>, _ body: (inout Value, inout Other) -> Result
  ) -> Result {
    RegistryLock.withLock { body(&value, &other.value) }
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
