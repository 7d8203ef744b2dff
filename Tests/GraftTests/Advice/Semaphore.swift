// SPDX-License-Identifier: Apache-2.0

import Glibc

/// One of the C library: these tests also run where Swift's Dispatch is not there to be
/// imported.
final class Semaphore: @unchecked Sendable {
  private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  init() { sem_init(semaphore, 0, 0) }

  deinit {
    sem_destroy(semaphore)
    semaphore.deallocate()
  }

  func signal() { sem_post(semaphore) }

  func wait() {
    // A signal of the system's may end it early.
    while sem_wait(semaphore) != 0 { precondition(errno == EINTR) }
  }
}

/// Runs on a thread that is made for it, and that nobody waits for.
func onAnotherThread(_ body: @escaping @Sendable () -> Void) {
  final class Work {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
  var thread = pthread_t()
  let started = pthread_create(
    &thread, nil,
    { context in
      Unmanaged<Work>.fromOpaque(context!).takeRetainedValue().body()
      return nil
    }, Unmanaged.passRetained(Work(body)).toOpaque())
  precondition(started == 0, String(cString: strerror(started)))
  pthread_detach(thread)
}
