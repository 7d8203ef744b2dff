// SPDX-License-Identifier: Apache-2.0

import CLibrary

/// The items to process, and the pieces that wait to be taken.
///
/// A mutex guards it, since the standard library has no condition variable.
final class OrderedQueue<Piece: Sendable>: @unchecked Sendable {
  /// The limit on all waiting pieces, in bytes.
  ///
  /// The current item may always have one piece, so that the others can't block it.
  private static var byteLimit: Int { 1 << 24 }
  /// The least size of a piece, in bytes.
  private static var leastByteCount: Int { 256 }

  private struct Line {
    var pieces: [(piece: Piece, byteCount: Int)?] = []
    /// The number of pieces that were taken from the front.
    var takenCount = 0
    /// The pieces that are being made, waiting, or being taken.
    var pieceCount = 0
    var isFinished = false

    /// The next piece; nil if none waits.
    mutating func take() -> (Piece, Int)? {
      guard takenCount < pieces.count else { return nil }
      defer {
        pieces[takenCount] = nil
        takenCount += 1
        if takenCount * 2 > pieces.count {
          pieces.removeFirst(takenCount)
          takenCount = 0
        }
      }
      return pieces[takenCount]
    }
  }

  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  /// Signals that there is a piece, or that an item is finished.
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  /// Signals that a piece was taken.
  private let freed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var lines: [Line]
  private var next = 0
  /// The item whose pieces are being taken.
  private var current = 0
  private var byteCount = 0
  private var isStopped = false

  init(itemCount: Int) {
    lines = Array(repeating: Line(), count: itemCount)
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(changed, nil)
    pthread_cond_init(freed, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    pthread_cond_destroy(changed)
    pthread_cond_destroy(freed)
    mutex.deallocate()
    changed.deallocate()
    freed.deallocate()
  }

  private func locked<R>(_ body: () -> R) -> R {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }
}

/// Members for the working threads.
extension OrderedQueue {
  func nextIndex() -> Int? {
    locked {
      guard next < lines.count, !isStopped else { return nil }
      next += 1
      return next - 1
    }
  }

  /// Makes a piece and adds it; false if no more are wanted.
  func put(at index: Int, reserving wanted: Int, _ make: () -> (Piece, Int)) -> Bool {
    let reserved = max(wanted, Self.leastByteCount)
    let isWanted = locked {
      while !isStopped, !hasRoom(for: reserved, at: index) { pthread_cond_wait(freed, mutex) }
      guard !isStopped else { return false }
      byteCount += reserved
      lines[index].pieceCount += 1
      return true
    }
    guard isWanted else { return false }
    let (piece, made) = make()
    return locked {
      let weight = max(made, Self.leastByteCount)
      byteCount += weight - reserved
      lines[index].pieces.append((piece, weight))
      if index == current { pthread_cond_signal(changed) }
      return !isStopped
    }
  }

  private func hasRoom(for wanted: Int, at index: Int) -> Bool {
    byteCount + wanted <= Self.byteLimit
      || index == current && lines[index].pieceCount == 0
  }

  func finish(_ index: Int) {
    locked {
      lines[index].isFinished = true
      if index == current { pthread_cond_signal(changed) }
    }
  }
}

/// Members for the thread that takes pieces.
extension OrderedQueue {
  /// Takes all pieces of an item; false if `take` wants no more.
  func takeAll(of index: Int, _ take: (Piece) -> Bool) -> Bool {
    locked {
      current = index
      pthread_cond_broadcast(freed)
    }
    while let (piece, weight) = wait(for: index) {
      guard take(piece) else { return false }
      locked {
        byteCount -= weight
        lines[index].pieceCount -= 1
        pthread_cond_broadcast(freed)
      }
    }
    return true
  }

  /// Waits for the next piece; nil if the item has no more.
  private func wait(for index: Int) -> (Piece, Int)? {
    locked {
      while true {
        if let piece = lines[index].take() { return piece }
        if lines[index].isFinished { return nil }
        pthread_cond_wait(changed, mutex)
      }
    }
  }

  func stop() {
    locked {
      isStopped = true
      pthread_cond_broadcast(freed)
    }
  }
}
