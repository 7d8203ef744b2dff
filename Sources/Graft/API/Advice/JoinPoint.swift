// SPDX-License-Identifier: Apache-2.0

/// A requirement of some subjects, where advice is installed.
///
/// `@Extensible` writes one for each requirement. A closure takes all parameters, or none.
///
/// Each method returns a token that removes the advice, and throws `AdviceError` if another advice
/// has the name or the image of the subject's type is withdrawn. The advice counts as long as the
/// image whose code installs it, which is that of `dso`.
public struct JoinPoint<Closures: GeneratedCode.ClosureTypes>: @unchecked Sendable {
  /// Makes the bodies of advice, in one word, so that the properties which return join points are
  /// small.
  let bodies: Bodies

  /// Makes the bodies of advice from the closures that users write.
  final class Bodies {
    let advised: AdvisedRequirement
    let before: (Closures.Before) -> AdviceBody
    let around: (Closures.Around) -> AdviceBody
    let after: (Closures.After) -> AdviceBody
    let bareBefore: (Closures.BareBefore) -> AdviceBody
    let bareAround: (Closures.BareAround) -> AdviceBody
    let bareAfter: (Closures.BareAfter) -> AdviceBody

    init(
      _ advised: AdvisedRequirement, before: @escaping (Closures.Before) -> AdviceBody,
      around: @escaping (Closures.Around) -> AdviceBody,
      after: @escaping (Closures.After) -> AdviceBody,
      bareBefore: @escaping (Closures.BareBefore) -> AdviceBody,
      bareAround: @escaping (Closures.BareAround) -> AdviceBody,
      bareAfter: @escaping (Closures.BareAfter) -> AdviceBody
    ) {
      self.advised = advised
      (self.before, self.around, self.after) = (before, around, after)
      (self.bareBefore, self.bareAround, self.bareAfter) = (bareBefore, bareAround, bareAfter)
    }
  }

  private func install(
    _ body: AdviceBody, _ options: [AdviceOption], _ fileID: StaticString, _ line: UInt,
    _ dso: UnsafeRawPointer
  ) throws(AdviceError) -> AdviceToken {
    try Registry.shared.install(
      body, at: bodies.advised, AdviceOptions(options), source: "\(fileID):\(line)",
      owner: Owner(dso))
  }

  // MARK: Closures with all parameters

  /// Runs a closure before the rest of the call, with all parameters.
  @safe
  @discardableResult
  public func before(
    _ options: AdviceOption..., run: Closures.Before,
    fileID: StaticString = #fileID, line: UInt = #line, dso: UnsafeRawPointer = #dsohandle
  ) throws(AdviceError) -> AdviceToken {
    try install(bodies.before(run), options, fileID, line, dso)
  }

  /// Runs a closure instead of the rest of the call, with all parameters.
  @safe
  @discardableResult
  public func around(
    _ options: AdviceOption..., run: Closures.Around,
    fileID: StaticString = #fileID, line: UInt = #line, dso: UnsafeRawPointer = #dsohandle
  ) throws(AdviceError) -> AdviceToken {
    try install(bodies.around(run), options, fileID, line, dso)
  }

  /// Runs a closure when the rest of the call has returned or thrown, with all
  /// parameters.
  @safe
  @discardableResult
  public func after(
    _ options: AdviceOption..., run: Closures.After,
    fileID: StaticString = #fileID, line: UInt = #line, dso: UnsafeRawPointer = #dsohandle
  ) throws(AdviceError) -> AdviceToken {
    try install(bodies.after(run), options, fileID, line, dso)
  }

  // MARK: Closures without parameters

  /// Runs a closure before the rest of the call, without parameters.
  @_disfavoredOverload
  @safe
  @discardableResult
  public func before(
    _ options: AdviceOption..., run: Closures.BareBefore,
    fileID: StaticString = #fileID, line: UInt = #line, dso: UnsafeRawPointer = #dsohandle
  ) throws(AdviceError) -> AdviceToken {
    try install(bodies.bareBefore(run), options, fileID, line, dso)
  }

  /// Runs a closure instead of the rest of the call, without parameters.
  @_disfavoredOverload
  @safe
  @discardableResult
  public func around(
    _ options: AdviceOption..., run: Closures.BareAround,
    fileID: StaticString = #fileID, line: UInt = #line, dso: UnsafeRawPointer = #dsohandle
  ) throws(AdviceError) -> AdviceToken {
    try install(bodies.bareAround(run), options, fileID, line, dso)
  }

  /// Runs a closure when the rest of the call has returned or thrown, without parameters.
  @_disfavoredOverload
  @safe
  @discardableResult
  public func after(
    _ options: AdviceOption..., run: Closures.BareAfter,
    fileID: StaticString = #fileID, line: UInt = #line, dso: UnsafeRawPointer = #dsohandle
  ) throws(AdviceError) -> AdviceToken {
    try install(bodies.bareAfter(run), options, fileID, line, dso)
  }

  // MARK: Pointcuts

  /// Runs a pointcut around the rest of the call.
  @safe
  @discardableResult
  public func around(
    _ options: AdviceOption..., with advice: some AroundPointcut & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line, dso: UnsafeRawPointer = #dsohandle
  ) throws(AdviceError) -> AdviceToken {
    try around(options, with: advice, fileID: fileID, line: line, dso: dso)
  }

  package func around(
    _ options: [AdviceOption], with advice: AroundPointcut, fileID: StaticString, line: UInt,
    dso: UnsafeRawPointer
  ) throws(AdviceError) -> AdviceToken {
    let advised = bodies.advised
    let site = AdvisedCall.Site(nil, advised.extended, advised.requirement)
    return try install(AroundPointcutBody(advice, site), options, fileID, line, dso)
  }
}

extension GeneratedCode {
  /// The types of closures that run before, around and after a call: with all parameters, and
  /// without any.
  public protocol ClosureTypes {
    /// A closure before a call.
    associatedtype Before
    /// A closure around a call.
    associatedtype Around
    /// A closure after a call.
    associatedtype After
    /// A closure without parameters before a call.
    associatedtype BareBefore
    /// A closure around a call that takes nothing but the rest of it.
    associatedtype BareAround
    /// A closure without parameters after a call.
    associatedtype BareAfter
  }

  /// The types of a requirement's closures, with those of the arguments and of the result as calls
  /// pass them.
  ///
  /// `Failure` is `any Error` if the closures can throw, and `Never` if they can't. `Run` is the
  /// closure that calls run, if its type says on which actor; else `Never`.
  public enum Closures<
    Arguments: ~Copyable & ~Escapable, Output: ~Copyable, Failure: Error, Run,
    Before, Around, After, BareBefore, BareAround, BareAfter
  >: ClosureTypes {}
}
