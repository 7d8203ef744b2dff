// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Does the same to each of many items on several threads, and hands over what
/// comes out in the order of the items.
public enum OrderedWork {
  /// - Parameters:
  ///   - jobs: how many threads; at least one.
  ///   - work: called on any thread.
  ///   - take: called on this thread, in order; false stops the rest.
  public static func run<Item: Sendable, Output: Sendable>(
    _ items: [Item], jobs: Int, work: @escaping @Sendable (Item) -> Output,
    take: (Int, Output) -> Bool
  ) {
    guard jobs > 1, items.count > 1 else {
      for (index, item) in items.enumerated() {
        guard take(index, work(item)) else { return }
      }
      return
    }
    let board = Board<Output>(count: items.count)
    let threads = (0..<min(jobs, items.count)).compactMap { _ in
      Thread {
        while let index = board.nextIndex() { board.put(work(items[index]), at: index) }
      }
    }
    // Without threads the work is still done.
    if threads.isEmpty {
      while let index = board.nextIndex() { board.put(work(items[index]), at: index) }
    }
    for index in items.indices {
      guard take(index, board.wait(for: index)) else {
        board.stop()
        break
      }
    }
    for thread in threads { thread.join() }
  }
}

private struct Thread {
  private final class Start {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  private let thread: pthread_t

  init?(_ body: @escaping @Sendable () -> Void) {
    let start = Unmanaged.passRetained(Start(body))
    var thread = pthread_t()
    let status = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        Unmanaged<Start>.fromOpaque(context).takeRetainedValue().body()
        return nil
      }, start.toOpaque())
    guard status == 0 else {
      start.release()
      return nil
    }
    self.thread = thread
  }

  func join() { pthread_join(thread, nil) }
}

/// What is to be done, and what is done: guarded by a mutex, since the standard
/// library has no condition variable to wait on.
private final class Board<Output: Sendable>: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var outputs: [Output?]
  private var next = 0
  private var awaited = 0

  init(count: Int) {
    outputs = Array(repeating: nil, count: count)
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(changed, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    pthread_cond_destroy(changed)
    mutex.deallocate()
    changed.deallocate()
  }

  private func locked<R>(_ body: () -> R) -> R {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }

  func nextIndex() -> Int? {
    locked {
      guard next < outputs.count else { return nil }
      next += 1
      return next - 1
    }
  }

  func put(_ output: Output, at index: Int) {
    locked {
      outputs[index] = output
      if index == awaited { pthread_cond_signal(changed) }
    }
  }

  func wait(for index: Int) -> Output {
    locked {
      awaited = index
      while true {
        if let output = outputs[index] {
          outputs[index] = nil
          return output
        }
        pthread_cond_wait(changed, mutex)
      }
    }
  }

  func stop() { locked { next = outputs.count } }
}
