// SPDX-License-Identifier: Apache-2.0

/// Processes many items on several threads, and hands over the results in the
/// order of the items.
///
/// The memory of results that wait is limited: a thread that is ahead waits
/// before it makes more.
public enum OrderedWork {
  /// Processes items.
  ///
  /// - Parameters:
  ///   - jobs: the number of threads, at least one.
  ///   - work: processes an item on any thread, and puts any number of pieces.
  ///   - take: takes the pieces in order on the calling thread; false stops.
  ///   - finish: called on the calling thread after an item's last piece.
  public static func run<Item: Sendable, Piece: Sendable>(
    _ items: [Item], jobs: Int, work: @escaping @Sendable (Item, Outlet<Piece>) -> Void,
    take: (Piece) -> Bool, finish: (Int) -> Void
  ) {
    guard jobs > 1, items.count > 1 else {
      return runHere(items, work: work, take: take, finish: finish)
    }
    let queue = OrderedQueue<Piece>(itemCount: items.count)
    let threads = (0..<min(jobs, items.count)).compactMap { _ in
      WorkThread {
        while let index = queue.nextIndex() {
          work(items[index], Outlet(queue, index))
          queue.finish(index)
        }
      }
    }
    // Work on this thread if no other can be made.
    guard !threads.isEmpty else {
      return runHere(items, work: work, take: take, finish: finish)
    }
    for index in items.indices {
      guard queue.takeAll(of: index, take) else {
        queue.stop()
        break
      }
      finish(index)
    }
    for thread in threads { thread.join() }
  }

  private static func runHere<Item, Piece>(
    _ items: [Item], work: (Item, Outlet<Piece>) -> Void, take: (Piece) -> Bool,
    finish: (Int) -> Void
  ) {
    var isStopped = false
    // `enumerated()` would make the runtime search all conformances, once for
    // each type.
    var index = 0
    while index < items.count, !isStopped {
      withoutActuallyEscaping(take) { take in
        let outlet = Outlet<Piece> { piece in
          if !isStopped { isStopped = !take(piece) }
          return !isStopped
        }
        work(items[index], outlet)
      }
      if !isStopped { finish(index) }
      index += 1
    }
  }
}

/// A result that waits to be taken.
public protocol Weighed: Sendable {
  /// The approximate memory that it takes, in bytes.
  var byteCount: Int { get }
}

/// Receives the pieces of one item.
public final class Outlet<Piece> {
  private let send: (_ byteCount: Int, () -> (Piece, Int)) -> Bool
  /// Whether no more pieces are wanted; `put` then makes none.
  public private(set) var isStopped = false

  fileprivate init(_ take: @escaping (Piece) -> Bool) {
    send = { _, make in take(make().0) }
  }

  fileprivate init(_ queue: OrderedQueue<Piece>, _ index: Int) where Piece: Sendable {
    send = { byteCount, make in queue.put(at: index, reserving: byteCount, make) }
  }

  /// Makes a piece as soon as there is room for it.
  ///
  /// - Parameters:
  ///   - byteCount: the approximate size of the piece.
  ///   - make: returns the piece and its approximate size.
  public func put(reserving byteCount: Int = 0, _ make: () -> (Piece, byteCount: Int)) {
    guard !isStopped else { return }
    isStopped = !send(byteCount, make)
  }
}
