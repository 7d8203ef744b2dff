// SPDX-License-Identifier: Apache-2.0

/// Who reads what happens, each with a buffer of its own, and what is to be handed out once
/// the registry's lock is open.
struct ChangeFeed {
  /// Who waits for a change. An object, so that the Swift runtime makes the type of the
  /// continuation when somebody waits, and not when a process starts.
  final class Waiting: Sendable {
    private let continuation: CheckedContinuation<RegistryChange?, Never>

    init(_ continuation: CheckedContinuation<RegistryChange?, Never>) {
      self.continuation = continuation
    }

    fileprivate func resume(returning change: RegistryChange?) {
      continuation.resume(returning: change)
    }
  }

  private struct Reader {
    var buffer: ChangeBuffer
    /// The sequence that opened it has made no iterator yet.
    var isUnclaimed = true
    /// Who waits for the next change, the first first: tasks can read with copies of one
    /// iterator. The buffer is empty then.
    var waiting: [Waiting] = []
  }

  /// Something for one that waited.
  struct Delivery {
    fileprivate let waiting: Waiting
    fileprivate let change: RegistryChange?

    /// Runs code of executors: no lock may be held.
    func make() { waiting.resume(returning: change) }
  }

  private var readers = KeyTable<UInt64, Reader>()
  private var lastNumber: UInt64 = 0
  private var deliveries: [Delivery] = []

  /// Nothing is to be found out for nobody.
  var isEmpty: Bool { readers.count == 0 }

  /// How many reads wait for a change.
  var waitingCount: Int { readers.values.reduce(0) { $0 + $1.waiting.count } }

  /// - Parameter capacity: how many changes are kept for the reader; at least 1.
  /// - Returns: the reader's number.
  mutating func open(capacity: Int) -> UInt64 {
    lastNumber += 1
    readers[lastNumber] = Reader(buffer: ChangeBuffer(capacity: capacity))
    return lastNumber
  }

  /// What waits for more is told that there is none.
  mutating func close(_ number: UInt64) {
    guard let reader = readers[number] else { return }
    readers[number] = nil
    deliveries += reader.waiting.map { Delivery(waiting: $0, change: nil) }
  }

  /// - Returns: true for the first who asks.
  mutating func claim(_ number: UInt64) -> Bool {
    guard readers[number]?.isUnclaimed == true else { return false }
    readers[number]!.isUnclaimed = false
    return true
  }

  /// For all readers.
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

  /// Gives a reader the next change, or lets it wait for that.
  mutating func read(_ number: UInt64, _ waiting: Waiting) {
    if readers[number] == nil {
      deliveries.append(Delivery(waiting: waiting, change: nil))
    } else if let change = readers[number]!.buffer.removeFirst() {
      deliveries.append(Delivery(waiting: waiting, change: change))
    } else {
      readers[number]!.waiting.append(waiting)
    }
  }

  /// What was found for those that waited.
  mutating func takeDeliveries() -> [Delivery] {
    if deliveries.isEmpty { return [] }
    defer { deliveries = [] }
    return deliveries
  }
}

/// The newest changes that were not read yet, and how many before them were dropped.
struct ChangeBuffer {
  private let capacity: Int
  /// A ring: grows up to the capacity, and is as long as it was ever full.
  private var slots: [RegistryChange?] = []
  private var first = 0
  private var count = 0
  private var lostCount = 0

  /// - Parameter capacity: at least 1.
  init(capacity: Int) {
    self.capacity = max(1, capacity)
  }

  mutating func append(_ change: RegistryChange) {
    if count == slots.count, count < capacity { grow() }
    guard count < slots.count else {
      slots[first] = change
      first = (first + 1) % slots.count
      lostCount += 1
      return
    }
    slots[(first + count) % slots.count] = change
    count += 1
  }

  /// What was lost comes before what was not.
  mutating func removeFirst() -> RegistryChange? {
    if lostCount > 0 {
      defer { lostCount = 0 }
      return .lost(lostCount)
    }
    guard count > 0 else { return nil }
    defer {
      slots[first] = nil
      first = (first + 1) % slots.count
      count -= 1
    }
    return slots[first]
  }

  private mutating func grow() {
    let size = min(capacity, max(8, 2 * slots.count))
    slots = Array(slots[first...] + slots[..<first])
    first = 0
    slots += Array(repeating: nil, count: size - slots.count)
  }
}
