// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Lets threads wait until others have done something, of which each has another way to see
/// whether it is done.
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

  /// How often it was raised: to be asked before looking whether something is done.
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

  /// Waits until it has been raised more often. No other lock may be held.
  func wait(after count: UInt64) {
    pthread_mutex_lock(lock)
    while raiseCount == count { pthread_cond_wait(condition, lock) }
    pthread_mutex_unlock(lock)
  }
}

/// What tells this thread from others.
enum CurrentThread {
  static var number: UInt { pthread_self() }
}
