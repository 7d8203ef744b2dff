// SPDX-License-Identifier: Apache-2.0

/// One advice of a link, for calls to run.
@usableFromInline
struct AdviceStep: @unchecked Sendable {
  /// How a call runs it: as its body, unless it has traits.
  @usableFromInline let form: AdviceForm
  let bodyForm: AdviceForm
  /// What makes it more than its form says: of most advice nothing.
  let traits: Traits
  /// How many arguments the closure takes, if it takes the first of them only.
  let argumentCount: UInt8
  @usableFromInline let body: Unmanaged<AdviceBody>

  struct Traits: OptionSet {
    let rawValue: UInt8

    /// The closure sees `any P`.
    static let seesAny = Traits(rawValue: 1)
    /// It runs in one call only.
    static let isOnce = Traits(rawValue: 2)
  }

  /// Behind the last advice.
  static let end = AdviceStep(
    form: .end, bodyForm: .end, traits: [], argumentCount: 0,
    body: .passRetained(AdviceBody(.end)))

  /// The steps of a link that has no advice.
  nonisolated(unsafe) static let none: UnsafePointer<AdviceStep> = {
    let steps = UnsafeMutablePointer<AdviceStep>.allocate(capacity: 1)
    steps.initialize(to: .end)
    return unsafe UnsafePointer(steps)
  }()

  /// The closure, of the type that it is known to have, as calls run it: without what
  /// says where it runs, and able to throw. Neither changes how it is called.
  @inline(__always)
  func closure<Function>(_ type: Function.Type) -> Function {
    lent(type)._withUnsafeGuaranteedRef { $0.run }
  }

  /// The closure, for a call that has it for no longer than this step lives.
  @inlinable @inline(__always)
  func lent<Function>(_ type: Function.Type) -> Unmanaged<AdviceClosure<Function>> {
    unsafe Unmanaged.fromOpaque(body.toOpaque())
  }
}

/// The advice of a link, from the outermost to the innermost. It never changes: a link
/// gets another.
final class AdviceSteps: @unchecked Sendable {
  /// Ends with `AdviceStep.end`.
  let first: UnsafePointer<AdviceStep>
  /// What keeps the bodies, and tells which they are.
  let advice: [StandingAdvice]

  init(_ advice: [StandingAdvice]) {
    self.advice = advice
    let steps = UnsafeMutablePointer<AdviceStep>.allocate(capacity: advice.count + 1)
    for (index, standing) in advice.enumerated() {
      (steps + index).initialize(to: standing.step)
    }
    (steps + advice.count).initialize(to: .end)
    first = UnsafePointer(steps)
  }

  deinit { first.deallocate() }
}

/// An advice that stands in a link.
struct StandingAdvice {
  /// Of an installed advice; 0 of a pointcut and of the advice of objects.
  let id: UInt64
  let body: AdviceBody
  let traits: AdviceStep.Traits

  var step: AdviceStep {
    AdviceStep(
      form: traits.isEmpty ? body.form : .special, bodyForm: body.form, traits: traits,
      argumentCount: body.argumentCount, body: .passUnretained(body))
  }
}
