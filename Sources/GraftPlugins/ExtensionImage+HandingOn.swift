// SPDX-License-Identifier: Apache-2.0

public import Graft

extension ExtensionImage {
  /// Hands a value on to later builds of this image's identity, and to this one if it
  /// counts again.
  ///
  /// It replaces the value that was handed on before.
  ///
  /// - Parameter value: a value whose type both builds share, such as one of the
  ///   standard library or of the API. Types of a build's own module differ from
  ///   those of the next.
  public func handOn(_ value: some Sendable) {
    // The previous value is released after the lock.
    extendLifetime(Self.values.withLock { $0.updateValue(value, forKey: identity) })
  }

  /// The value that a build of this image's identity handed on; nil if there is none,
  /// or if it has another type.
  public func handedOn<Value: Sendable>(as type: Value.Type = Value.self) -> Value? {
    Self.values.withLock { $0[identity] } as? Value
  }

  private static let values = Guarded<[String: any Sendable]>([:])
}
