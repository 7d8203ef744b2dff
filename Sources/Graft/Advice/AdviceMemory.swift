// SPDX-License-Identifier: Apache-2.0

import CGraft

/// Holds the advice that calls of a link run: a retained `RunningAdviceList`, or 0. Nothing else is
/// ever stored, since only `exchange` stores.
///
/// `graft_advice.h` says how removed advice is released.
struct AdviceSlot: @unchecked Sendable {
  private let memory: UnsafeMutablePointer<graft_advice_slot>

  fileprivate init(_ memory: UnsafeMutablePointer<graft_advice_slot>) {
    self.memory = memory
  }

  /// Stores the advice of later calls.
  ///
  /// - Returns: the previous advice, for `RemovedAdvice.add`.
  func exchange(_ list: RunningAdviceList?) -> RemovedAdvice.List? {
    let bits = list.map { UInt(bitPattern: Unmanaged.passRetained($0).toOpaque()) } ?? 0
    return UnsafeRawPointer(bitPattern: graft_exchange_advice(memory, bits)).map {
      RemovedAdvice.List(object: .fromOpaque($0), bucket: graft_bucket_of_advice(memory))
    }
  }

  /// Counts a call, which has to leave the counter.
  @inline(__always)
  fileprivate func enter() -> UnsafeMutablePointer<UInt32> { graft_enter_advice(memory)! }

  @inline(__always)
  fileprivate var current: Unmanaged<RunningAdviceList>? {
    UnsafeRawPointer(bitPattern: graft_entered_advice(memory)).map { .fromOpaque($0) }
  }
}

/// A call that runs the advice of a link without retaining it.
struct EnteredAdvice {
  let first: UnsafePointer<RunningAdvice>
  fileprivate let counter: UnsafeMutablePointer<UInt32>

  @inline(__always)
  func leave() { graft_leave_advice(counter) }
}

extension LinkSuccessors {
  /// The slot of the link's advice, which lies before the successors.
  var adviceSlot: AdviceSlot {
    AdviceSlot(
      UnsafeMutableRawPointer(mutating: links - 1)
        .assumingMemoryBound(to: graft_advice_slot.self))
  }

  /// Begins a call of the link's advice, which has to leave it.
  @inline(__always)
  func enterAdvice() -> EnteredAdvice {
    let slot = adviceSlot
    let counter = slot.enter()
    let first = unsafe slot.current?._withUnsafeGuaranteedRef { $0.first }
    return EnteredAdvice(first: first ?? RunningAdvice.none, counter: counter)
  }

  /// The advice of a call that is suspended.
  func keepAdvice() -> RunningAdviceList? {
    let slot = adviceSlot
    let counter = slot.enter()
    defer { graft_leave_advice(counter) }
    return slot.current?.takeUnretainedValue()
  }
}
