// SPDX-License-Identifier: Apache-2.0

import CGraft

/// Where calls find what advice is to run, and note that they do: `graft_advice.h` says
/// how that is released.
struct AdviceSlot: @unchecked Sendable {
  let memory: UnsafeMutablePointer<graft_advice_slot>

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

extension LinkSuccessors {
  /// Where calls of the link find its advice: before the successors, where whoever makes them
  /// keeps a word for it.
  var adviceSlot: AdviceSlot {
    AdviceSlot(
      UnsafeMutableRawPointer(mutating: links - 1)
        .assumingMemoryBound(to: graft_advice_slot.self))
  }

  /// Begins a call of a link's advice. One call of `AdviceSlot.leave()` on the same thread
  /// has to follow.
  @inline(__always)
  func enterAdvice() -> UnsafePointer<RunningAdvice> {
    // What is rare is elsewhere, so that the usual call needs no frame of its own here.
    guard graft_enter_outermost_advice(adviceSlot.memory) else {
      return enterAdviceSlowly()
    }
    let found = graft_entered_advice(adviceSlot.memory)
    return entries(found) ?? RunningAdvice.none
  }

  @inline(never)
  private func enterAdviceSlowly() -> UnsafePointer<RunningAdvice> {
    let found = graft_enter_advice(adviceSlot.memory)
    return entries(found) ?? RunningAdvice.none
  }

  @inline(__always)
  private func entries(_ found: UInt) -> UnsafePointer<RunningAdvice>? {
    guard let entries = UnsafeRawPointer(bitPattern: found) else { return nil }
    return unsafe Unmanaged<RunningAdviceList>.fromOpaque(entries)._withUnsafeGuaranteedRef {
      $0.first
    }
  }

  /// The advice for a call that may go on on another thread.
  func keepAdvice() -> RunningAdviceList? {
    let found = graft_enter_advice(adviceSlot.memory)
    defer { AdviceSlot.leave() }
    return UnsafeRawPointer(bitPattern: found)
      .map { Unmanaged<RunningAdviceList>.fromOpaque($0).takeUnretainedValue() }
  }
}
