// SPDX-License-Identifier: Apache-2.0

extension ExtensionRegistry {
  /// The changes of images and answers from now on, until the reading task is
  /// cancelled.
  ///
  /// Each use makes a new reader, which misses nothing while it is at most 1,024
  /// changes behind.
  public static var changes: RegistryChanges { changes(keeping: 1024) }

  /// The changes of images and answers from now on, with a buffer of another size.
  ///
  /// - Parameter capacity: the number of changes to keep for a slow reader; values
  ///   below 1 count as 1. If there are more changes, the oldest are dropped, and the
  ///   reader is told how many.
  public static func changes(keeping capacity: Int) -> RegistryChanges {
    RegistryChanges(.shared, capacity: capacity)
  }
}

/// The changes of images and answers; see `ExtensionRegistry.changes`.
///
/// Each iterator is a reader with its own buffer. The first one begins where the sequence was made.
public struct RegistryChanges: AsyncSequence, Sendable {
  private let first: ChangeReader
  private let capacity: Int

  init(_ registry: Registry, capacity: Int) {
    first = ChangeReader(registry, capacity: capacity)
    self.capacity = capacity
  }

  /// Makes a reader.
  public func makeAsyncIterator() -> Iterator {
    Iterator(reader: first.claim() ? first : ChangeReader(first.registry, capacity: capacity))
  }

  /// Reads one change after the other.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let reader: ChangeReader

    /// The next change; nil if the task is cancelled.
    ///
    /// Each change goes to one of the tasks with copies of an iterator; cancelling one
    /// of them ends all.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async -> RegistryChange? {
      await reader.next(isolation: actor)
    }
  }
}

/// Keeps a reader's buffer until it is freed.
private final class ChangeReader: Sendable {
  let registry: Registry
  private let number: UInt64

  init(_ registry: Registry, capacity: Int) {
    self.registry = registry
    number = registry.withState { $0.news.feed.open(capacity: capacity) }
  }

  deinit { close() }

  private func close() { registry.withNews { $0.news.feed.close(number) } }

  /// Claims the reader for an iterator.
  ///
  /// - Returns: true the first time.
  func claim() -> Bool { registry.state.withLock { $0.news.feed.claim(number) } }

  /// Waits for the next change; nil if the reader was closed.
  func next(isolation: isolated (any Actor)?) async -> RegistryChange? {
    await withTaskCancellationHandler {
      await withCheckedContinuation(isolation: isolation) { waiting in
        registry.withState { $0.news.feed.read(number, ChangeFeed.Waiting(waiting)) }
      }
    } onCancel: {
      close()
    }
  }
}
