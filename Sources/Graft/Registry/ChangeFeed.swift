// SPDX-License-Identifier: Apache-2.0

/// The readers of changes, and deliveries to make without the registry's lock.
struct ChangeFeed: ~Copyable {
  /// A task that waits for a change.
  ///
  /// It is an object, so that the Swift runtime does not make the continuation's type
  /// when a process starts.
  final class Waiting: Sendable {
    private let continuation: CheckedContinuation<RegistryChange?, Never>

    init(_ continuation: CheckedContinuation<RegistryChange?, Never>) {
      self.continuation = continuation
    }

    /// Resumes the task, which runs code of executors: no lock may be held.
    func resume(returning change: RegistryChange?) { continuation.resume(returning: change) }
  }

  struct Reader {
    var buffer: ChangeBuffer
    /// Whether the sequence that opened it has made no iterator yet.
    var isUnclaimed = true
    /// Tasks with copies of one iterator that wait for changes.
    ///
    /// The buffer is empty then.
    var waiting: [Waiting] = []
  }

  /// A task to resume with a change; nil ends its sequence.
  typealias Delivery = (waiting: Waiting, change: RegistryChange?)

  private(set) var readers = KeyTable<UInt64, Reader>()
  private var lastNumber: UInt64 = 0
  private var deliveries: [Delivery] = []

  var isEmpty: Bool { readers.count == 0 }

  /// Opens a reader.
  ///
  /// - Parameter capacity: the number of changes to keep for the reader; at least 1.
  /// - Returns: the reader's number.
  mutating func open(capacity: Int) -> UInt64 {
    lastNumber += 1
    readers[lastNumber] = Reader(buffer: ChangeBuffer(capacity: capacity))
    return lastNumber
  }

  /// Ends the sequence for tasks that wait.
  mutating func close(_ number: UInt64) {
    guard let reader = readers[number] else { return }
    readers[number] = nil
    deliveries += reader.waiting.map { ($0, nil) }
  }

  /// Claims a reader for an iterator.
  ///
  /// - Returns: true the first time.
  mutating func claim(_ number: UInt64) -> Bool {
    guard readers[number]?.isUnclaimed == true else { return false }
    readers[number]!.isUnclaimed = false
    return true
  }

  mutating func note(_ change: RegistryChange) {
    for number in readers.keys {
      if readers[number]!.waiting.isEmpty {
        readers[number]!.buffer.append(change)
      } else {
        deliveries.append((readers[number]!.waiting.removeFirst(), change))
      }
    }
  }

  /// Gives a task the next change, or lets it wait.
  mutating func read(_ number: UInt64, _ waiting: Waiting) {
    if readers[number] == nil {
      deliveries.append((waiting, nil))
    } else if let change = readers[number]!.buffer.removeFirst() {
      deliveries.append((waiting, change))
    } else {
      readers[number]!.waiting.append(waiting)
    }
  }

  mutating func takeDeliveries() -> [Delivery] {
    if deliveries.isEmpty { return [] }
    defer { deliveries = [] }
    return deliveries
  }
}

/// The newest unread changes, and the number of those dropped before them.
struct ChangeBuffer {
  private let capacity: Int
  private var changes: ArraySlice<RegistryChange> = []
  private var lostCount = 0

  /// - Parameter capacity: the number of changes to keep; at least 1.
  init(capacity: Int) {
    self.capacity = max(1, capacity)
  }

  mutating func append(_ change: RegistryChange) {
    changes.append(change)
    if changes.count > capacity {
      changes.removeFirst()
      lostCount += 1
    }
  }

  /// Takes the next change; lost changes are reported first.
  mutating func removeFirst() -> RegistryChange? {
    if lostCount > 0 {
      defer { lostCount = 0 }
      return .lost(lostCount)
    }
    return changes.popFirst()
  }
}
