// SPDX-License-Identifier: Apache-2.0

/// What an advice runs, and on which terms. `@Extensible` writes a subclass for each
/// kind and requirement, with a closure of its type: one of a type that only generic
/// code knows would cost each call a conversion.
open class AdviceBody: GuaranteedReference {
  @usableFromInline final let step: AdviceStep
  /// In a call that the gate admits, if there is one.
  final let stepInside: AdviceStep
  final let kind: AdviceKind
  /// What it was installed with.
  public final let terms: AdviceTerms

  /// Of a closure that sees the arguments.
  public init(_ kind: AdviceKind, _ terms: AdviceTerms) {
    self.kind = kind
    self.terms = terms
    stepInside = AdviceStep(kind, seesArguments: true, seesAny: terms.seesAny)
    step = terms.gate == nil ? stepInside : .gated
  }

  init(withoutArguments kind: AdviceKind, _ terms: AdviceTerms) {
    self.kind = kind
    self.terms = terms
    stepInside = AdviceStep(kind, seesArguments: false, seesAny: terms.seesAny)
    step = terms.gate == nil ? stepInside : .gated
  }

  /// A subject that an advice of any subject was given to change.
  public static func unchanged<Subject>(_ subject: Any) -> Subject {
    guard let same = subject as? Subject else {
      fatalError(
        "Graft: an advice put a \(type(of: subject)) where the call has a \(Subject.self): "
          + "change the subject, and keep its type")
    }
    return same
  }
}

/// Where the link of an advice finds its body. The memory lives for ever, as the link
/// does; the body until the advice is removed.
@frozen
public struct AdviceSlot: @unchecked Sendable {
  @usableFromInline let memory: UnsafeMutablePointer<graft_advice_slot>

  /// Begins an advised call. Exactly one `leave()` on the same thread has to follow.
  @inlinable
  @inline(__always)
  public func enter<Subject>(_ subject: Subject) -> EnteredAdvice {
    guard let body = UnsafeRawPointer(bitPattern: graft_enter_advice(memory)) else {
      return EnteredAdvice(step: .pass, body: UnsafeRawPointer(memory))
    }
    let step = Unmanaged<AdviceBody>.fromOpaque(body)._withUnsafeGuaranteedRef { $0.step }
    guard step != .gated else { return AdviceGate.admitted(body, subject) }
    return EnteredAdvice(step: step, body: body)
  }

  /// The same without a call of any function: `settled` does what is left.
  @inlinable
  @inline(__always)
  public func enterQuickly() -> EnteredAdvice {
    let found = graft_enter_advice_quickly(memory)
    guard found > UInt(GRAFT_ADVICE_NOT_ENTERED), let body = UnsafeRawPointer(bitPattern: found)
    else {
      return EnteredAdvice(step: found == 0 ? .pass : .unbegun, body: UnsafeRawPointer(memory))
    }
    let step = Unmanaged<AdviceBody>.fromOpaque(body)._withUnsafeGuaranteedRef { $0.step }
    return EnteredAdvice(step: step, body: body)
  }

  /// What to do in a call that was entered quickly.
  @inlinable
  @inline(__always)
  public func settled<Subject>(_ advice: EnteredAdvice, _ subject: Subject) -> EnteredAdvice {
    switch advice.step {
    case .unbegun: enter(subject)
    case .gated: AdviceGate.admitted(advice.body, subject)
    default: advice
    }
  }

  /// Ends the call that `enter` began: the body is not to be used any more.
  @inlinable
  @inline(__always)
  public func leave() { graft_leave_advice() }

  /// Begins and ends such a call, for one that may go on on another thread.
  public func keep<Subject>(_ subject: Subject) -> KeptAdvice {
    let advice = enter(subject)
    defer { leave() }
    guard advice.step != .pass else { return KeptAdvice(step: .pass, body: nil) }
    return KeptAdvice(
      step: advice.step,
      body: Unmanaged<AdviceBody>.fromOpaque(advice.body).takeUnretainedValue())
  }
}

/// An advice during a call.
@frozen
public struct EnteredAdvice {
  /// What the link is to do.
  public let step: AdviceStep
  @usableFromInline let body: UnsafeRawPointer

  @inlinable
  @inline(__always)
  init(step: AdviceStep, body: UnsafeRawPointer) {
    self.step = step
    self.body = body
  }

  /// The body, without retaining it: it stays until the call leaves the slot.
  @inlinable
  @inline(__always)
  public func unmanaged<Body: AdviceBody>(_ type: Body.Type) -> Unmanaged<Body> {
    Unmanaged.fromOpaque(body)
  }

  /// Runs what comes before the rest of the call.
  ///
  /// - Returns: what `end` has to be given.
  public func begin<Receiver>(_ receiver: Receiver) -> UInt64 {
    unmanaged(AdviceBody.self)._withUnsafeGuaranteedRef { $0.begin(receiver, isAsync: false) }
  }

  /// Runs what comes after it.
  public func end<Receiver>(
    _ receiver: Receiver, _ call: UInt64, throwing error: (any Error)? = nil
  ) {
    unmanaged(AdviceBody.self)._withUnsafeGuaranteedRef {
      $0.end(receiver, call, isAsync: false, error)
    }
  }
}

/// The same with the body retained.
public struct KeptAdvice {
  /// What the link is to do.
  public let step: AdviceStep
  /// Nil where that is nothing.
  fileprivate let body: AdviceBody?

  /// The body, of any step but `pass`.
  public func body<Body: AdviceBody>(_ type: Body.Type) -> Body {
    unsafeDowncast(body.unsafelyUnwrapped, to: type)
  }

  /// Runs what comes before the rest of the call.
  ///
  /// - Returns: what `end` has to be given.
  public func begin<Receiver>(_ receiver: Receiver, isAsync: Bool = false) -> UInt64 {
    body?.begin(receiver, isAsync: isAsync) ?? 0
  }

  /// Runs what comes after it.
  public func end<Receiver>(
    _ receiver: Receiver, _ call: UInt64, isAsync: Bool = false,
    throwing error: (any Error)? = nil
  ) {
    body?.end(receiver, call, isAsync: isAsync, error)
  }
}

extension AdviceBody {
  fileprivate func begin<Receiver>(_ receiver: Receiver, isAsync: Bool) -> UInt64 {
    switch kind {
    case .before: unsafeDowncast(self, to: SubjectBody<Receiver>.self).run(receiver)
    case .pointcut: return unsafeDowncast(self, to: PointcutBody.self).before(isAsync: isAsync)
    case .around, .after: break
    }
    return 0
  }

  fileprivate func end<Receiver>(
    _ receiver: Receiver, _ call: UInt64, isAsync: Bool, _ error: (any Error)?
  ) {
    switch kind {
    case .after: unsafeDowncast(self, to: SubjectBody<Receiver>.self).run(receiver)
    case .pointcut:
      unsafeDowncast(self, to: PointcutBody.self).after(call, isAsync: isAsync, throwing: error)
    case .around, .before: break
    }
  }
}
