// SPDX-License-Identifier: Apache-2.0

/// One advice of a link, for calls to run.
struct RunningAdvice: @unchecked Sendable {
  /// How a call runs it: as its body says, unless it has traits.
  let form: AdviceForm
  /// What makes it more than its form says. Most advice has none.
  let traits: Traits
  let body: Unmanaged<AdviceBody>

  struct Traits: OptionSet {
    let rawValue: UInt8

    /// The closure sees `any P`.
    static let seesAny = Traits(rawValue: 1)
    /// It runs in one call only.
    static let isOnce = Traits(rawValue: 2)
  }

  /// Behind the last advice.
  static let end = RunningAdvice(
    form: .end, traits: [], body: .passRetained(AdviceBody(.end, .around)))

  /// The entries of a link that has no advice.
  nonisolated(unsafe) static let none: UnsafePointer<RunningAdvice> = {
    let entries = UnsafeMutablePointer<RunningAdvice>.allocate(capacity: 1)
    entries.initialize(to: .end)
    return unsafe UnsafePointer(entries)
  }()

  /// The body, which lives as long as the call is in its link.
  ///
  /// - Parameter type: its class. A link is reached by advice of its own requirement only,
  ///   and the macro that wrote the link wrote the join point that made the body.
  @inline(__always)
  func body<Body: AnyObject>(as type: Body.Type) -> Unmanaged<Body> {
    unsafe Unmanaged.fromOpaque(body.toOpaque())
  }
}

/// The advice of a link, from the outermost to the innermost. It never changes: a link
/// gets another.
final class RunningAdviceList: @unchecked Sendable {
  /// Ends with `RunningAdvice.end`.
  let first: UnsafePointer<RunningAdvice>
  /// What keeps the bodies, and tells which they are.
  let advice: [StandingAdvice]

  init(_ advice: [StandingAdvice]) {
    self.advice = advice
    let entries = UnsafeMutablePointer<RunningAdvice>.allocate(capacity: advice.count + 1)
    for (index, standing) in advice.enumerated() {
      (entries + index).initialize(to: standing.entry)
    }
    (entries + advice.count).initialize(to: .end)
    first = UnsafePointer(entries)
  }

  deinit { first.deallocate() }
}

/// An advice that stands in a link.
struct StandingAdvice {
  /// Of an installed advice; 0 of a pointcut and of the advice of objects.
  let id: UInt64
  let body: AdviceBody
  let traits: RunningAdvice.Traits

  var entry: RunningAdvice {
    RunningAdvice(
      form: traits.isEmpty ? body.form : .special, traits: traits, body: .passUnretained(body))
  }
}

/// Lets an advice run in one call only.
final class OnceAdvice: Sendable {
  private let hasRun = SharedWord(allocated: 0)
  /// Removes the advice: it will not run again.
  private let close: @Sendable () -> Void

  init(close: @escaping @Sendable () -> Void) {
    self.close = close
  }

  deinit { hasRun.deallocate() }

  /// True in the first call that asks. What the advice runs stays until that has left it.
  func admit() -> Bool {
    guard hasRun.exchange(1) == 0 else { return false }
    close()
    return true
  }
}

extension RunningAdvice {
  /// How it runs in this call; nil if it does not.
  var admittedForm: AdviceForm? {
    guard form == .special else { return form }
    return unsafe body._withUnsafeGuaranteedRef { body in
      traits.contains(.isOnce) && !body.once!.admit() ? nil : body.form
    }
  }
}
