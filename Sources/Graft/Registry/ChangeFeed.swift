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

    fileprivate func resume(returning change: RegistryChange?) {
      continuation.resume(returning: change)
    }
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

  struct Delivery {
    fileprivate let waiting: Waiting
    fileprivate let change: RegistryChange?

    /// Resumes the task, which runs code of executors: no lock may be held.
    func make() { waiting.resume(returning: change) }
  }

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
    deliveries += reader.waiting.map { Delivery(waiting: $0, change: nil) }
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
        let waiting = readers[number]!.waiting.removeFirst()
        deliveries.append(Delivery(waiting: waiting, change: change))
      }
    }
  }

  /// Gives a task the next change, or lets it wait.
  mutating func read(_ number: UInt64, _ waiting: Waiting) {
    if readers[number] == nil {
      deliveries.append(Delivery(waiting: waiting, change: nil))
    } else if let change = readers[number]!.buffer.removeFirst() {
      deliveries.append(Delivery(waiting: waiting, change: change))
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
  /// Changes before `first` were read or dropped.
  private var changes: [RegistryChange] = []
  private var first = 0
  private var lostCount = 0

  /// - Parameter capacity: the number of changes to keep; at least 1.
  init(capacity: Int) {
    self.capacity = max(1, capacity)
  }

  mutating func append(_ change: RegistryChange) {
    changes.append(change)
    if changes.count - first > capacity {
      first += 1
      lostCount += 1
    }
    removeRead()
  }

  /// Takes the next change; lost changes are reported first.
  mutating func removeFirst() -> RegistryChange? {
    if lostCount > 0 {
      defer { lostCount = 0 }
      return .lost(lostCount)
    }
    guard first < changes.count else { return nil }
    first += 1
    defer { removeRead() }
    return changes[first - 1]
  }

  /// Frees memory when half of it is unused.
  private mutating func removeRead() {
    if 2 * first < changes.count { return }
    changes = Array(changes[first...])
    first = 0
  }
}
