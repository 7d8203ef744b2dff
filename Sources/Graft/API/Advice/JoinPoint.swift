// SPDX-License-Identifier: Apache-2.0

/// A requirement of some subjects, where advice is installed.
///
/// `@Extensible` writes one for each requirement. A closure takes all parameters, or none.
///
/// Each method returns a token that removes the advice, and throws `AdviceError` if another advice
/// has the name or the image of the subject's type is withdrawn. The advice counts as long as the
/// image whose code installs it, which is that of `dso`.
public struct JoinPoint<Closures: GeneratedCode.ClosureTypes>: @unchecked Sendable {
  /// The adapters as one word, so that the properties which return join points are
  /// small.
  private let adapters: Adapters

  private final class Adapters {
    let advised: AdvisedRequirement
    let full: ClosureAdapters<Closures.Before, Closures.Around, Closures.After>
    let bare: ClosureAdapters<Closures.BareBefore, Closures.BareAround, Closures.BareAfter>

    init(
      _ advised: AdvisedRequirement,
      _ full: ClosureAdapters<Closures.Before, Closures.Around, Closures.After>,
      _ bare: ClosureAdapters<Closures.BareBefore, Closures.BareAround, Closures.BareAfter>
    ) {
      (self.advised, self.full, self.bare) = (advised, full, bare)
    }
  }

  init(
    _ advised: AdvisedRequirement,
    full: ClosureAdapters<Closures.Before, Closures.Around, Closures.After>,
    bare: ClosureAdapters<Closures.BareBefore, Closures.BareAround, Closures.BareAfter>
  ) {
    adapters = Adapters(advised, full, bare)
  }

  private func install(
    _ body: AdviceBody, _ options: [AdviceOption], _ fileID: StaticString, _ line: UInt,
    _ dso: UnsafeRawPointer
  ) throws(AdviceError) -> AdviceToken {
    try Registry.shared.install(
      body, at: adapters.advised, AdviceOptions(options), source: "\(fileID):\(line)",
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
    try install(adapters.full.before(run), options, fileID, line, dso)
  }

  /// Runs a closure instead of the rest of the call, with all parameters.
  @safe
  @discardableResult
  public func around(
    _ options: AdviceOption..., run: Closures.Around,
    fileID: StaticString = #fileID, line: UInt = #line, dso: UnsafeRawPointer = #dsohandle
  ) throws(AdviceError) -> AdviceToken {
    try install(adapters.full.around(run), options, fileID, line, dso)
  }

  /// Runs a closure when the rest of the call has returned or thrown, with all
  /// parameters.
  @safe
  @discardableResult
  public func after(
    _ options: AdviceOption..., run: Closures.After,
    fileID: StaticString = #fileID, line: UInt = #line, dso: UnsafeRawPointer = #dsohandle
  ) throws(AdviceError) -> AdviceToken {
    try install(adapters.full.after(run), options, fileID, line, dso)
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
    try install(adapters.bare.before(run), options, fileID, line, dso)
  }

  /// Runs a closure instead of the rest of the call, without parameters.
  @_disfavoredOverload
  @safe
  @discardableResult
  public func around(
    _ options: AdviceOption..., run: Closures.BareAround,
    fileID: StaticString = #fileID, line: UInt = #line, dso: UnsafeRawPointer = #dsohandle
  ) throws(AdviceError) -> AdviceToken {
    try install(adapters.bare.around(run), options, fileID, line, dso)
  }

  /// Runs a closure when the rest of the call has returned or thrown, without parameters.
  @_disfavoredOverload
  @safe
  @discardableResult
  public func after(
    _ options: AdviceOption..., run: Closures.BareAfter,
    fileID: StaticString = #fileID, line: UInt = #line, dso: UnsafeRawPointer = #dsohandle
  ) throws(AdviceError) -> AdviceToken {
    try install(adapters.bare.after(run), options, fileID, line, dso)
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
    let advised = adapters.advised
    let site = AdvisedCall.Site(nil, advised.extended, advised.requirement)
    return try install(AroundPointcutBody(advice, site), options, fileID, line, dso)
  }
}

/// Makes the bodies of advice from the closures that users write.
struct ClosureAdapters<Before, Around, After> {
  let before: (Before) -> AdviceBody
  let around: (Around) -> AdviceBody
  let after: (After) -> AdviceBody
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
