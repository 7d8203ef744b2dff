// SPDX-License-Identifier: Apache-2.0

import CLibrary

/// Wakes threads that wait for a condition, so that they check it again.
final class Signal: @unchecked Sendable {
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var raiseCount: UInt64 = 0

  init() {
    pthread_mutex_init(lock, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(lock)
    condition.deallocate()
    lock.deallocate()
  }

  /// The number of times that it was raised.
  ///
  /// Read it before checking the condition.
  var count: UInt64 {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return raiseCount
  }

  func raise() {
    pthread_mutex_lock(lock)
    raiseCount += 1
    pthread_mutex_unlock(lock)
    pthread_cond_broadcast(condition)
  }

  /// Waits until it is raised again.
  ///
  /// No other lock may be held.
  func wait(after count: UInt64) {
    pthread_mutex_lock(lock)
    while raiseCount == count { pthread_cond_wait(condition, lock) }
    pthread_mutex_unlock(lock)
  }
}

enum CurrentThread {
  static var number: UInt {
    #if canImport(Glibc)
      pthread_self()
    #else
      UInt(bitPattern: pthread_self())
    #endif
  }
}
