// SPDX-License-Identifier: Apache-2.0

import CGraft

/// Holds the object that calls use to run advice.
///
/// `graft_advice.h` says how it is released.
struct AdviceSlot: @unchecked Sendable {
  let memory: UnsafeMutablePointer<graft_advice_slot>

  /// Allocates memory for the slot.
  init() {
    memory = .allocate(capacity: 1)
    memory.initialize(to: graft_advice_slot(body: 0))
  }

  init(_ memory: UnsafeMutablePointer<graft_advice_slot>) {
    self.memory = memory
  }

  /// Begins a call that uses the object without retaining it.
  ///
  /// One `leave()` on the same thread has to follow.
  @inline(__always)
  func enter<Object: AnyObject>(as type: Object.Type) -> Unmanaged<Object>? {
    UnsafeRawPointer(bitPattern: graft_enter_advice(memory)).map { .fromOpaque($0) }
  }

  @inline(__always)
  static func leave() { graft_leave_advice() }

  /// Frees a slot that allocated its memory and that no call can reach.
  func discard() {
    exchange(nil)?.release()
    memory.deallocate()
  }

  /// Stores an object for later calls, or nil for none.
  ///
  /// - Returns: the previous object.
  func exchange(_ object: AnyObject?) -> RetiredBodies.Body? {
    let bits = object.map { UInt(bitPattern: Unmanaged.passRetained($0).toOpaque()) } ?? 0
    return UnsafeRawPointer(bitPattern: graft_exchange_advice(memory, bits)).map {
      RetiredBodies.Body(slot: self, object: Unmanaged<AnyObject>.fromOpaque($0))
    }
  }
}

extension LinkSuccessors {
  /// The slot of the link's advice, which lies before the successors.
  var adviceSlot: AdviceSlot {
    AdviceSlot(
      UnsafeMutableRawPointer(mutating: links - 1)
        .assumingMemoryBound(to: graft_advice_slot.self))
  }

  /// Begins a call of the link's advice.
  ///
  /// One `AdviceSlot.leave()` on the same thread has to follow.
  @inline(__always)
  func enterAdvice() -> UnsafePointer<RunningAdvice> {
    // The rare case is a separate function, so that the usual call needs no frame.
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

  /// The advice of a call that may change its thread.
  func keepAdvice() -> RunningAdviceList? {
    defer { AdviceSlot.leave() }
    return adviceSlot.enter(as: RunningAdviceList.self)?.takeUnretainedValue()
  }
}
