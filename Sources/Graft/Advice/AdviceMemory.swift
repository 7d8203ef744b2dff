// SPDX-License-Identifier: Apache-2.0

import CGraft
import Glibc

/// Where calls find what advice is to run, and note that they do: `graft_advice.h` says
/// how that is released.
struct AdviceSlot: @unchecked Sendable {
  let memory: UnsafeMutablePointer<graft_advice_slot>

  /// In place of an object, in the slot of a link that ends a chain.
  static let final: UInt = 1

  /// A slot in memory of its own.
  init() {
    memory = .allocate(capacity: 1)
    memory.initialize(to: graft_advice_slot(body: 0))
  }

  init(_ memory: UnsafeMutablePointer<graft_advice_slot>) {
    self.memory = memory
  }

  /// Begins a call that uses what is in the slot, without retaining it. Exactly one
  /// `leave()` on the same thread has to follow.
  @inline(__always)
  func enter<Object: AnyObject>(as type: Object.Type) -> Unmanaged<Object>? {
    UnsafeRawPointer(bitPattern: graft_enter_advice(memory)).map { .fromOpaque($0) }
  }

  /// Ends it.
  @inline(__always)
  static func leave() { graft_leave_advice() }

  /// Gives up a slot with memory of its own, which no call can reach.
  func discard() {
    exchange(nil)?.release()
    memory.deallocate()
  }

  /// What calls that reach the slot use, retained.
  func retained<Object: AnyObject>(as type: Object.Type) -> Object? {
    defer { Self.leave() }
    return enter(as: type)?.takeUnretainedValue()
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
    let slot: AdviceSlot
    let object: Unmanaged<AnyObject>

    /// Calls the code of users, which what the body captured may run when it goes.
    func release() { object.release() }
  }

  private var bodies: [Body] = []
  /// What a publication has taken out just now.
  private var new: [Body] = []

  mutating func add(_ retired: [Body]) {
    // Without membarrier nothing is ever known not to be running: it is kept.
    if graft_can_see_advice_calls() { bodies += retired }
  }

  mutating func addNew(_ retired: [Body]) {
    add(retired)
    new += retired
  }

  mutating func takeNew() -> [Body] {
    defer { new = [] }
    return new
  }

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

extension LinkSeat {
  /// Where calls of the link find its advice: before the successors.
  var adviceSlot: AdviceSlot {
    AdviceSlot(
      UnsafeMutableRawPointer(mutating: successors - 1)
        .assumingMemoryBound(to: graft_advice_slot.self))
  }

  /// Begins a call of a link's advice. One call of `AdviceSlot.leave()` on the same thread
  /// has to follow.
  @inline(__always)
  func enterAdvice(of link: ExtensionLink, _ number: Int) -> UnsafePointer<AdviceStep> {
    // What is rare is elsewhere, so that the usual call needs no frame of its own here.
    guard graft_enter_outermost_advice(adviceSlot.memory) else {
      return enterAdviceSlowly(of: link, number)
    }
    let found = graft_entered_advice(adviceSlot.memory)
    return steps(found) ?? noAdvice(found, of: link, number)
  }

  @inline(never)
  private func enterAdviceSlowly(
    of link: ExtensionLink, _ number: Int
  ) -> UnsafePointer<AdviceStep> {
    let found = graft_enter_advice(adviceSlot.memory)
    return steps(found) ?? noAdvice(found, of: link, number)
  }

  @inline(__always)
  private func steps(_ found: UInt) -> UnsafePointer<AdviceStep>? {
    guard found > AdviceSlot.final, let steps = UnsafeRawPointer(bitPattern: found) else {
      return nil
    }
    return unsafe Unmanaged<AdviceSteps>.fromOpaque(steps)._withUnsafeGuaranteedRef { $0.first }
  }

  @inline(never)
  private func noAdvice(
    _ found: UInt, of link: ExtensionLink, _ number: Int
  ) -> UnsafePointer<AdviceStep> {
    if found == AdviceSlot.final {
      AdviceSlot.leave()
      GeneratedCode.unanswered(in: link, number)
    }
    return AdviceStep.none
  }

  /// The advice for a call that may go on on another thread.
  func keepAdvice(of link: ExtensionLink, _ number: Int) -> AdviceSteps? {
    let found = graft_enter_advice(adviceSlot.memory)
    defer { AdviceSlot.leave() }
    if found == AdviceSlot.final { GeneratedCode.unanswered(in: link, number) }
    return UnsafeRawPointer(bitPattern: found)
      .map { Unmanaged<AdviceSteps>.fromOpaque($0).takeUnretainedValue() }
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
