// SPDX-License-Identifier: Apache-2.0

extension ExtensionRegistry {
  /// What happens to images and to the answers of calls from now on, each change once and in
  /// order. Never ends by itself; ends when the task that reads is cancelled.
  ///
  /// Each time that this is asked for, it is another reader, which misses nothing as long as
  /// it is not more than 1,024 changes behind.
  public static var changes: RegistryChanges { changes(keeping: 1024) }

  /// What happens from now on, as `changes`.
  ///
  /// - Parameter capacity: how many changes are kept for a reader that is behind. Of more the
  ///   oldest are dropped, and it is told how many; at least 1.
  public static func changes(keeping capacity: Int) -> RegistryChanges {
    RegistryChanges(.shared, capacity: capacity)
  }
}

/// What happens to images and to the answers of calls; see `ExtensionRegistry.changes`.
///
/// Each iterator is a reader with a buffer of its own. That of the first begins where the
/// sequence was made, those of further ones where they are made.
public struct RegistryChanges: AsyncSequence, Sendable {
  private let first: ChangeReader
  private let capacity: Int

  init(_ registry: Registry, capacity: Int) {
    first = ChangeReader(registry, capacity: capacity)
    self.capacity = capacity
  }

  /// A reader of its own, whose changes begin where the sequence was made for the first, and
  /// here for another.
  public func makeAsyncIterator() -> Iterator {
    Iterator(reader: first.claim() ? first : ChangeReader(first.registry, capacity: capacity))
  }

  /// Reads what happens, one change after the other.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let reader: ChangeReader

    /// The next change; nil if the task is cancelled, or was while this waited. Tasks that read
    /// with copies of one iterator share its changes, each of which goes to one of them; the
    /// first that is cancelled ends all of them.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async -> RegistryChange? {
      await reader.registry.nextChange(of: reader.number, isolation: actor)
    }
  }
}

/// Keeps a reader's buffer until nobody can read it.
private final class ChangeReader: Sendable {
  let registry: Registry
  let number: UInt64

  init(_ registry: Registry, capacity: Int) {
    self.registry = registry
    number = registry.openReader(capacity: capacity)
  }

  deinit { registry.closeReader(number) }

  func claim() -> Bool { registry.claimReader(number) }
}
