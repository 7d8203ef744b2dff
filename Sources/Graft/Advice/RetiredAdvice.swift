// SPDX-License-Identifier: Apache-2.0

import CGraft

/// What calls may still be running although it was taken out: of all stores, since what tells
/// is what the process's threads do.
enum RetiredAdvice {
  private static let bodies = Guarded(RetiredBodies())

  /// The registry's lock is held.
  static func add(_ retired: [RetiredBodies.Body]) { bodies.underLock { $0.add(retired) } }

  /// Releases what was taken out just now, as soon as no thread is in it.
  static func retire(_ retired: [RetiredBodies.Body]) {
    guard !retired.isEmpty else { return }
    bodies.withLock { $0.add(retired) }
    release(of: retired.map(\.slot))
  }

  /// Releases what was removed before, where no thread can be in it any more. Whatever
  /// changes or resolves something calls this, since a thread that was in removed advice
  /// does not notice when it leaves it: that is one store. No lock may be held.
  static func releaseQuiescent() {
    for body in bodies.withLock({ $0.takeQuiescent() }) { body.release() }
  }

  /// How often threads are looked at that were in what has been taken out. No look gives up the
  /// processor, which other threads keep for milliseconds.
  private static let lookCount = 8

  /// Releases what has been taken out of slots just now, if that is soon possible. No lock may
  /// be held.
  static func release(of slots: [AdviceSlot]) {
    if slots.isEmpty { return }
    // A thread that makes an advised call all the time is outside of it for moments. Each
    // thread has to be seen in one of its own.
    for look in 0..<lookCount {
      // What was taken out before is looked at once: it may stay for long.
      let newest = look == 0 ? Int.max : slots.count
      let (quiescent, left) = bodies.withLock { bodies in
        (bodies.takeQuiescent(ofNewest: newest), bodies.remain(of: slots))
      }
      for body in quiescent { body.release() }
      if !left.any { return }
      if left.here { break }
    }
    // Where this very thread is in it. Else one of the next changes releases it.
    graft_when_advice_is_left { RetiredAdvice.releaseQuiescent() }
  }
}

/// What was taken out of slots while calls may still be running it.
struct RetiredBodies {
  struct Body: @unchecked Sendable {
    let slot: AdviceSlot
    let object: Unmanaged<AnyObject>
    /// Those that may be running it, by their numbers; nil until they were looked for.
    private(set) var threads: [UInt64]? = nil

    /// Calls the code of users, which what the body captured may run when it goes.
    func release() { object.release() }

    /// Whether a thread may be running it. `graft_see_advice_calls` was called since it was
    /// taken out.
    fileprivate mutating func look() -> Bool {
      if threads == nil { threads = threadsInSlot }
      let count = threads!.withUnsafeMutableBufferPointer {
        graft_still_in_advice(slot.memory, $0.baseAddress, $0.count)
      }
      threads!.removeSubrange(count...)
      return count > 0
    }

    private var threadsInSlot: [UInt64] {
      var capacity = 16
      while true {
        var count = 0
        let found = [UInt64](unsafeUninitializedCapacity: capacity) { buffer, filled in
          count = graft_threads_in_advice(slot.memory, buffer.baseAddress, capacity)
          filled = min(count, capacity)
        }
        if count <= capacity { return found }
        // Others may come until the next look.
        capacity = 2 * count
      }
    }
  }

  private var bodies: [Body] = []

  mutating func add(_ retired: [Body]) {
    // Without membarrier nothing is ever known not to be running: it is kept.
    if graft_can_see_advice_calls() { bodies += retired }
  }

  /// Hands out those that no thread can be running any more.
  ///
  /// - Parameter newestCount: how many are looked at, of those that were taken out last.
  mutating func takeQuiescent(ofNewest newestCount: Int = .max) -> [Body] {
    guard !bodies.isEmpty else { return [] }
    // Once is enough: a thread that was seen in the slot since can be seen outside at any time.
    if bodies.contains(where: { $0.threads == nil }), !graft_see_advice_calls() { return [] }
    var quiescent: [Body] = []
    let first = max(0, bodies.count - min(newestCount, bodies.count))
    var left = bodies[..<first]
    for var body in bodies[first...] {
      if body.look() { left.append(body) } else { quiescent.append(body) }
    }
    bodies = Array(left)
    return quiescent
  }

  /// Of some slots: whether something is left, and whether this thread is in it.
  func remain(of slots: [AdviceSlot]) -> (any: Bool, here: Bool) {
    let left = bodies.filter { body in slots.contains { $0.memory == body.slot.memory } }
    return (!left.isEmpty, left.contains { graft_is_here_in_advice($0.slot.memory) })
  }
}
