// SPDX-License-Identifier: Apache-2.0

import CGraft
import Glibc

/// The memory behind advice. All of it that is unsafe is here and in
/// `AdviceBody.swift`; `graft_advice.h` says why it is right.
extension AdviceSlot {
  /// Of links that run nothing.
  public static let empty = AdviceSlot()

  init() {
    memory = .allocate(capacity: 1)
    memory.initialize(to: graft_advice_slot(body: 0))
  }

  /// Only of a slot that no call can reach.
  func deallocate() { memory.deallocate() }

  /// The same of one that may be filled.
  func discard() {
    exchange(nil)?.release()
    deallocate()
  }

  /// Calls that reach the slot run this from now on. It was empty.
  func fill(_ body: AdviceBody) { _ = exchange(body) }

  /// What calls that reach the slot use, retained.
  func retained<Object: AnyObject>(as type: Object.Type) -> Object? {
    let body = UnsafeRawPointer(bitPattern: graft_enter_advice(memory))
    defer { graft_leave_advice() }
    return body.map { Unmanaged<Object>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Calls that reach the slot use this object from now on, or nothing.
  ///
  /// - Returns: what they used.
  func exchange(_ object: AnyObject?) -> RetiredBodies.Body? {
    let bits = object.map { UInt(bitPattern: Unmanaged.passRetained($0).toOpaque()) } ?? 0
    return UnsafeRawPointer(bitPattern: graft_exchange_advice(memory, bits)).map {
      RetiredBodies.Body(slot: self, object: Unmanaged<AnyObject>.fromOpaque($0))
    }
  }
}

/// What was taken out of slots while calls may still be running it.
struct RetiredBodies {
  struct Body: @unchecked Sendable {
    fileprivate let slot: AdviceSlot
    fileprivate let object: Unmanaged<AnyObject>

    /// Calls the code of users, which what the body captured may run when it goes.
    func release() { object.release() }
  }

  private var bodies: [Body] = []

  mutating func add(_ retired: [Body]) { bodies += retired }

  /// Hands out those that no thread can be running any more.
  mutating func takeQuiescent() -> [Body] {
    guard !bodies.isEmpty, graft_see_advice_calls() else { return [] }
    let count = bodies.partition { !graft_is_in_advice($0.slot.memory) }
    defer { bodies.removeSubrange(count...) }
    return Array(bodies[count...])
  }

  /// Of some slots: whether something is left, and whether this thread is in it.
  func remain(of slots: [AdviceSlot]) -> (any: Bool, here: Bool) {
    let left = bodies.filter { body in slots.contains { $0.memory == body.slot.memory } }
    return (!left.isEmpty, left.contains { graft_is_here_in_advice($0.slot.memory) })
  }
}

extension RegistryStore {
  /// Releases what was removed before, where no thread can be in it any more. Whatever
  /// changes or resolves something calls this, since a thread that was in removed advice
  /// does not notice when it leaves it: that is one store. No lock may be held.
  func releaseQuiescentAdvice() {
    for body in state.withLock({ $0.retiredAdvice.takeQuiescent() }) { body.release() }
  }

  /// The same for what has been taken out of slots just now, with some patience.
  func releaseAdvice(of slots: [AdviceSlot]) {
    // A thread that makes an advised call all the time is outside of it for moments, one
    // of which is found soon.
    for _ in 0..<64 {
      let (bodies, left) = state.withLock { state in
        (state.retiredAdvice.takeQuiescent(), state.retiredAdvice.remain(of: slots))
      }
      for body in bodies { body.release() }
      if !left.any { return }
      if left.here { break }
      sched_yield()
    }
    // Where this very thread is in it. Else one of the next changes releases it.
    graft_when_advice_is_left { RegistryStore.shared.releaseQuiescentAdvice() }
  }
}
