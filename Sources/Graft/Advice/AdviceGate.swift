// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Lets an advice run in some calls only: in one, or in those of one object.
@usableFromInline
final class AdviceGate: Sendable {
  private let isOnce: Bool
  private let hasRun = Atomic(false)
  let object: WeakObject?
  /// Removes the advice: it will not run again.
  private let close: @Sendable () -> Void

  init(isOnce: Bool, object: WeakObject?, close: @escaping @Sendable () -> Void) {
    self.isOnce = isOnce
    self.object = object
    self.close = close
  }

  /// What an advice with a gate does in a call on this subject.
  @usableFromInline
  @inline(never)
  static func admitted<Subject>(_ body: UnsafeRawPointer, _ subject: Subject) -> EnteredAdvice {
    Unmanaged<AdviceBody>.fromOpaque(body)._withUnsafeGuaranteedRef { advice in
      EnteredAdvice(step: admits(advice, subject) ? advice.stepInside : .pass, body: body)
    }
  }

  private static func admits<Subject>(_ advice: AdviceBody, _ subject: Subject) -> Bool {
    let gate = advice.terms.gate!
    if let object = gate.object, !object.isSame(as: subject) { return false }
    guard gate.isOnce else { return true }
    guard !gate.hasRun.exchange(true, ordering: .acquiringAndReleasing) else { return false }
    // Its body stays until this call has left it.
    gate.close()
    return true
  }
}

/// An object that is not kept alive.
final class WeakObject: @unchecked Sendable {
  // Never written after the initialiser; the runtime guards its own reads.
  private weak var object: AnyObject?
  private let address: UnsafeMutableRawPointer
  let type: AnyClass

  init(_ object: AnyObject) {
    self.object = object
    address = Unmanaged.passUnretained(object).toOpaque()
    type = Swift.type(of: object)
  }

  var isGone: Bool { object == nil }

  func isSame<Subject>(as subject: Subject) -> Bool {
    guard Subject.self is AnyObject.Type else { return false }
    // The address first: it is no other object's while this one is there.
    return unsafeBitCast(subject, to: UnsafeMutableRawPointer.self) == address && !isGone
  }
}
