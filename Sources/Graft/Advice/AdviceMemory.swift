// SPDX-License-Identifier: Apache-2.0

import CGraft

/// A call that runs the advice of a link without retaining it.
struct EnteredAdvice {
  let first: UnsafePointer<RunningAdvice>
  fileprivate let counter: UnsafeMutablePointer<UInt32>

  @inline(__always)
  func leave() { graft_leave_advice(counter) }
}

// `graft_advice.h` says how removed advice is released.
extension LinkSuccessors {
  /// The slot of the link's advice, which lies before the successors: a retained
  /// `RunningAdviceList`, or 0. Nothing else is ever stored, since only `exchangeAdvice` stores.
  private var adviceSlot: UnsafeMutablePointer<UInt> {
    UnsafeMutableRawPointer(mutating: links - 1).assumingMemoryBound(to: UInt.self)
  }

  /// The advice of a call that has entered.
  @inline(__always)
  private var currentAdvice: Unmanaged<RunningAdviceList>? {
    UnsafeRawPointer(bitPattern: graft_entered_advice(adviceSlot)).map { .fromOpaque($0) }
  }

  /// Begins a call of the link's advice, which has to leave it.
  @inline(__always)
  func enterAdvice() -> EnteredAdvice {
    let counter = graft_enter_advice(adviceSlot)!
    let first = unsafe currentAdvice?._withUnsafeGuaranteedRef { $0.first }
    return EnteredAdvice(first: first ?? RunningAdvice.none, counter: counter)
  }

  /// The advice of a call that is suspended.
  func keepAdvice() -> RunningAdviceList? {
    let counter = graft_enter_advice(adviceSlot)
    defer { graft_leave_advice(counter) }
    return currentAdvice?.takeUnretainedValue()
  }

  /// Stores the advice of later calls.
  ///
  /// - Returns: the previous advice, for `RemovedAdvice.add`.
  func exchangeAdvice(_ list: RunningAdviceList?) -> RemovedAdvice.List? {
    let slot = adviceSlot
    let bits = list.map { UInt(bitPattern: Unmanaged.passRetained($0).toOpaque()) } ?? 0
    return UnsafeRawPointer(bitPattern: graft_exchange_advice(slot, bits)).map {
      RemovedAdvice.List(object: .fromOpaque($0), bucket: graft_bucket_of_advice(slot))
    }
  }
}
