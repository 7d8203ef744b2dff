// SPDX-License-Identifier: Apache-2.0

/// Does the same to each of many items on several threads, and hands over what comes out
/// in the order of the items.
///
/// What has been made and is not taken yet is limited in bytes: a thread that is ahead
/// waits before it makes more.
public enum OrderedWork {
  /// - Parameters:
  ///   - jobs: how many threads; at least one.
  ///   - work: called on any thread; puts any number of pieces.
  ///   - take: called on this thread, in order; false stops the rest.
  ///   - finish: called on this thread when an item has no more pieces.
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
    // Without threads the work is still done.
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
    // Not `enumerated()`: for the first of a type, the runtime searches all conformances of
    // the process.
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

/// Where the work on one item puts what comes of it.
public final class Outlet<Piece> {
  private let send: (_ byteCount: Int, () -> (Piece, Int)) -> Bool
  /// Nobody wants more: what is put is not even made.
  public private(set) var isStopped = false

  fileprivate init(_ take: @escaping (Piece) -> Bool) {
    send = { _, make in take(make().0) }
  }

  fileprivate init(_ queue: OrderedQueue<Piece>, _ index: Int) where Piece: Sendable {
    send = { byteCount, make in queue.put(at: index, reserving: byteCount, make) }
  }

  /// Makes a piece, as soon as there is room for it.
  ///
  /// - Parameters:
  ///   - byteCount: how many it will hold, about.
  ///   - make: returns the piece, and how many bytes it holds, about.
  public func put(reserving byteCount: Int = 0, _ make: () -> (Piece, byteCount: Int)) {
    guard !isStopped else { return }
    isStopped = !send(byteCount, make)
  }
}
