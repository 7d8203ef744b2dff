// SPDX-License-Identifier: Apache-2.0

import CGraft

/// Removed advice that calls may still be running.
enum RetiredAdvice {
  private static let bodies = Guarded(RetiredBodies())

  /// Adds removed bodies.
  ///
  /// The registry's lock is held.
  static func add(_ retired: [RetiredBodies.Body]) { bodies.underLock { $0.add(retired) } }

  /// Adds removed bodies, and releases them as soon as no thread runs them.
  static func retire(_ retired: [RetiredBodies.Body]) {
    guard !retired.isEmpty else { return }
    bodies.withLock { $0.add(retired) }
    release(of: retired.map(\.slot))
  }

  /// Releases the bodies that no thread runs any more.
  ///
  /// A thread that leaves advice does not check whether it was removed, so changes
  /// and resolutions call this. No lock may be held.
  static func releaseQuiescent() {
    for body in bodies.withLock({ $0.takeQuiescent() }) { body.release() }
  }

  /// The number of times that the threads are checked.
  ///
  /// No check yields the processor, which other threads could keep for milliseconds.
  private static let lookCount = 8

  /// Releases the bodies that were taken out of slots, if that is possible soon.
  ///
  /// No lock may be held.
  static func release(of slots: [AdviceSlot]) {
    if slots.isEmpty { return }
    // A thread that constantly makes advised calls is outside of them for moments.
    for look in 0..<lookCount {
      // Older bodies are checked once, since they may remain for long.
      let newest = look == 0 ? Int.max : slots.count
      let (quiescent, left) = bodies.withLock { bodies in
        (bodies.takeQuiescent(ofNewest: newest), bodies.remain(of: slots))
      }
      for body in quiescent { body.release() }
      if !left.any { return }
      if left.here { break }
    }
    // If this thread is in such a call, it releases the body when it leaves. Other
    // threads leave that to the next change.
    graft_when_advice_is_left { RetiredAdvice.releaseQuiescent() }
  }
}

struct RetiredBodies: ~Copyable {
  /// An object that was taken out of a slot.
  struct Body: @unchecked Sendable {
    let slot: AdviceSlot
    let object: Unmanaged<AnyObject>
    /// The threads that may be running it; nil before the first look.
    private(set) var threads: [UInt64]? = nil

    /// Releases the captures, which can run users' code.
    func release() { object.release() }

    /// Whether a thread may be running it.
    ///
    /// `graft_see_advice_calls` was called since its removal.
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
        // Leaves room for threads that arrive before the next check.
        capacity = 2 * count
      }
    }
  }

  private var bodies: [Body] = []

  mutating func add(_ retired: [Body]) {
    // Nothing is ever released without membarrier.
    if graft_can_see_advice_calls() { bodies += retired }
  }

  /// Takes the bodies that no thread can be running any more.
  ///
  /// - Parameter newestCount: the number of newest bodies to check.
  mutating func takeQuiescent(ofNewest newestCount: Int = .max) -> [Body] {
    guard !bodies.isEmpty else { return [] }
    // A single barrier is enough: threads that were seen inside can be seen outside at
    // any time.
    if bodies.contains(where: { $0.threads == nil }), !graft_see_advice_calls() { return [] }
    var quiescent: [Body] = []
    let first = max(0, bodies.count - min(newestCount, bodies.count))
    var left = Array(bodies[..<first])
    for var body in bodies[first...] {
      if body.look() { left.append(body) } else { quiescent.append(body) }
    }
    bodies = left
    return quiescent
  }

  /// Whether some slots have bodies left, and whether this thread runs one of them.
  func remain(of slots: [AdviceSlot]) -> (any: Bool, here: Bool) {
    let left = bodies.filter { body in slots.contains { $0.memory == body.slot.memory } }
    return (!left.isEmpty, left.contains { graft_is_here_in_advice($0.slot.memory) })
  }
}
