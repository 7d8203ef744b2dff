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

  /// Only of a slot that no link has.
  func deallocate() { memory.deallocate() }

  /// Under the lock, where others fill and empty it.
  var isEmpty: Bool { memory.pointee.body == 0 }

  /// Calls that reach the slot run this from now on. It was empty.
  func fill(_ body: AdviceBody) {
    _ = graft_exchange_advice(memory, UInt(bitPattern: Unmanaged.passRetained(body).toOpaque()))
  }

  /// Calls that reach the slot run nothing from now on.
  ///
  /// - Returns: what they ran, if it was not empty.
  func empty() -> RetiredBodies.Body? {
    guard let body = UnsafeRawPointer(bitPattern: graft_exchange_advice(memory, 0)) else {
      return nil
    }
    return RetiredBodies.Body(
      body: Unmanaged<AdviceBody>.fromOpaque(body), epoch: graft_retire_epoch())
  }
}

/// What was taken out of slots while calls may still be running it.
struct RetiredBodies {
  struct Body: @unchecked Sendable {
    fileprivate let body: Unmanaged<AdviceBody>
    fileprivate let epoch: UInt64

    /// Calls the code of users, which what the body captured may run when it goes.
    func release() { body.release() }
  }

  private var bodies: [Body] = []

  var isEmpty: Bool { bodies.isEmpty }

  mutating func add(_ retired: [Body]) { bodies += retired }

  /// Hands out those that no thread can be running any more.
  mutating func takeQuiescent() -> [Body] {
    guard !bodies.isEmpty else { return [] }
    let epoch = graft_quiescent_epoch()
    let quiescent = bodies.filter { $0.epoch <= epoch }
    bodies.removeAll { $0.epoch <= epoch }
    return quiescent
  }
}

extension RegistryStore {
  /// Releases what was removed before, where no thread can be in it any more. Whatever
  /// changes or resolves something calls this, since a thread that was in removed advice
  /// does not notice when it leaves it: that is one store. No lock may be held.
  ///
  /// - Returns: whether nothing is left.
  @discardableResult
  func releaseQuiescentAdvice() -> Bool {
    let (bodies, isDone) = state.withLock { state in
      (state.retiredAdvice.takeQuiescent(), state.retiredAdvice.isEmpty)
    }
    for body in bodies { body.release() }
    return isDone
  }

  /// The same for what has been removed just now, with some patience.
  func releaseRetiredAdvice() {
    // A thread that calls advised requirements all the time is outside of them for
    // moments, one of which is found soon.
    for _ in 0..<64 {
      if releaseQuiescentAdvice() { return }
      guard !graft_is_in_advice() else { break }
      sched_yield()
    }
    // This very thread may be in it.
    graft_when_advice_is_left { RegistryStore.shared.releaseRetiredAdvice() }
  }
}
