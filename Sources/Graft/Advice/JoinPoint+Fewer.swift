// SPDX-License-Identifier: Apache-2.0

// Advice with the subject alone, or with no parameters: what is the same for all
// requirements. A subject that the call may change is a copy for it. `@Extensible`
// writes what takes some of the arguments, and what has the effects of its requirement:
// overloads that come before these.

/// Before or after.
final class SubjectBody<Receiver>: AdviceBody {
  let run: (Receiver) -> Void

  init(_ kind: AdviceKind, _ terms: AdviceTerms, _ run: @escaping (Receiver) -> Void) {
    self.run = run
    super.init(withoutArguments: kind, terms)
  }
}

extension JoinPoint {
  /// Runs a closure before the rest of the call.
  ///
  /// - Returns: what takes it out again.
  /// - Throws: `AdviceError` if another advice has the name, or the image of the subject's
  ///   type is withdrawn.
  @discardableResult
  @_disfavoredOverload
  public func before(
    _ options: AdviceOption..., run: @escaping @Sendable (AdvisedSubject) -> Void
  ) throws(AdviceError) -> AdviceToken {
    try place.install(SubjectBody(.before, place.terms(options), run))
  }

  /// Runs a closure before the rest of the call.
  ///
  /// - Returns: what takes it out again.
  /// - Throws: `AdviceError` if another advice has the name, or the image of the subject's
  ///   type is withdrawn.
  @discardableResult
  @_disfavoredOverload
  public func before(
    _ options: AdviceOption..., run: @escaping @Sendable () -> Void
  ) throws(AdviceError) -> AdviceToken {
    try place.install(SubjectBody<AdvisedSubject>(.before, place.terms(options)) { _ in run() })
  }

  /// Runs a closure when the rest of the call has returned or thrown.
  ///
  /// - Returns: what takes it out again.
  /// - Throws: `AdviceError` if another advice has the name, or the image of the subject's
  ///   type is withdrawn.
  @discardableResult
  @_disfavoredOverload
  public func after(
    _ options: AdviceOption..., run: @escaping @Sendable (AdvisedSubject) -> Void
  ) throws(AdviceError) -> AdviceToken {
    try place.install(SubjectBody(.after, place.terms(options), run))
  }

  /// Runs a closure when the rest of the call has returned or thrown.
  ///
  /// - Returns: what takes it out again.
  /// - Throws: `AdviceError` if another advice has the name, or the image of the subject's
  ///   type is withdrawn.
  @discardableResult
  @_disfavoredOverload
  public func after(
    _ options: AdviceOption..., run: @escaping @Sendable () -> Void
  ) throws(AdviceError) -> AdviceToken {
    try place.install(SubjectBody<AdvisedSubject>(.after, place.terms(options)) { _ in run() })
  }
}

/// Around a call that can neither throw nor be suspended, where `proceed` goes on with
/// the arguments of the call.
public final class ReturningSubjectAround<Receiver, Output: ~Copyable>: AdviceBody {
  /// The closure that was installed, for the code of `@Extensible`.
  public let run: (Receiver, () -> Output) -> Output

  init(_ terms: AdviceTerms, _ run: @escaping (Receiver, () -> Output) -> Output) {
    self.run = run
    super.init(withoutArguments: .around, terms)
  }
}

extension ReturningJoinPoint {
  /// Runs a closure instead of the rest of the call, which it goes on to with `proceed`.
  ///
  /// - Returns: what takes it out again.
  /// - Throws: `AdviceError` if another advice has the name, or the image of the subject's
  ///   type is withdrawn.
  @discardableResult
  @_disfavoredOverload
  public func around<Output: ~Copyable>(
    _ options: AdviceOption..., run: @escaping @Sendable (AdvisedSubject, () -> Output) -> Output
  ) throws(AdviceError) -> AdviceToken where AdvisedProceed == () -> Output {
    try place.install(ReturningSubjectAround(place.terms(options), run))
  }

  /// Runs a closure instead of the rest of the call, which it goes on to with `proceed`.
  ///
  /// - Returns: what takes it out again.
  /// - Throws: `AdviceError` if another advice has the name, or the image of the subject's
  ///   type is withdrawn.
  @discardableResult
  public func around<Output: ~Copyable>(
    _ options: AdviceOption..., run: @escaping @Sendable (() -> Output) -> Output
  ) throws(AdviceError) -> AdviceToken where AdvisedProceed == () -> Output {
    try place.install(
      ReturningSubjectAround<AdvisedSubject, Output>(place.terms(options)) { _, proceed in
        run(proceed)
      })
  }
}

/// Around a call that can throw, where `proceed` goes on with the arguments of the call.
public final class ThrowingSubjectAround<Receiver, Output: ~Copyable>: AdviceBody {
  /// The closure that was installed, for the code of `@Extensible`.
  public let run: (Receiver, () throws -> Output) throws -> Output

  init(_ terms: AdviceTerms, _ run: @escaping (Receiver, () throws -> Output) throws -> Output) {
    self.run = run
    super.init(withoutArguments: .around, terms)
  }
}

extension ThrowingJoinPoint {
  /// Runs a closure instead of the rest of the call, which it goes on to with `proceed`.
  ///
  /// - Returns: what takes it out again.
  /// - Throws: `AdviceError` if another advice has the name, or the image of the subject's
  ///   type is withdrawn.
  @discardableResult
  @_disfavoredOverload
  public func around<Output: ~Copyable>(
    _ options: AdviceOption...,
    run: @escaping @Sendable (AdvisedSubject, () throws -> Output) throws -> Output
  ) throws(AdviceError) -> AdviceToken where AdvisedProceed == () throws -> Output {
    try place.install(ThrowingSubjectAround(place.terms(options), run))
  }

  /// Runs a closure instead of the rest of the call, which it goes on to with `proceed`.
  ///
  /// - Returns: what takes it out again.
  /// - Throws: `AdviceError` if another advice has the name, or the image of the subject's
  ///   type is withdrawn.
  @discardableResult
  public func around<Output: ~Copyable>(
    _ options: AdviceOption..., run: @escaping @Sendable (() throws -> Output) throws -> Output
  ) throws(AdviceError) -> AdviceToken where AdvisedProceed == () throws -> Output {
    try place.install(
      ThrowingSubjectAround<AdvisedSubject, Output>(place.terms(options)) { _, proceed in
        try run(proceed)
      })
  }
}
