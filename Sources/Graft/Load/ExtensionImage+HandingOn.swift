// SPDX-License-Identifier: Apache-2.0

extension ExtensionImage {
  /// Leaves something to the builds of this image's identity that come after this one, and to
  /// this one if it counts again. It takes the place of what was left before.
  ///
  /// - Parameter value: of a type that both builds share, such as one of the standard library or
  ///   of the API: the types of a build's own module are others than those of the next.
  public func handOn(_ value: some Sendable) {
    // What was there before is released behind the lock.
    withExtendedLifetime(
      Self.values.withLock { values in
        defer { values[identity] = value }
        return values[identity]
      }
    ) {}
  }

  /// What was left by a build of this image's identity; nil if nothing was, or if it is of
  /// another type.
  public func handedOn<Value: Sendable>(as type: Value.Type = Value.self) -> Value? {
    Self.values.withLock { $0[identity] } as? Value
  }

  private static let values = Guarded(KeyTable<String, any Sendable>())
}
