// SPDX-License-Identifier: Apache-2.0

/// A requirement of some subjects, where advice is installed.
///
/// `@Extensible` writes one for each requirement. A closure takes all parameters, the subject
/// alone, or nothing.
///
/// Each method returns a token that removes the advice, and throws `AdviceError` if another advice
/// has the name or the image of the subject's type is withdrawn.
public struct JoinPoint<
  Full: GeneratedCode.ClosureTypes, OfSubject: GeneratedCode.ClosureTypes,
  Bare: GeneratedCode.ClosureTypes
>: @unchecked Sendable {
  /// The adapters as one word, so that the properties which return join points are
  /// small.
  private let adapters: Adapters

  private final class Adapters {
    let advised: AdvisedRequirement
    let full: ClosureAdapters<Full>
    let ofSubject: ClosureAdapters<OfSubject>
    let bare: ClosureAdapters<Bare>

    init(
      _ advised: AdvisedRequirement, _ full: ClosureAdapters<Full>,
      _ ofSubject: ClosureAdapters<OfSubject>, _ bare: ClosureAdapters<Bare>
    ) {
      self.advised = advised
      self.full = full
      self.ofSubject = ofSubject
      self.bare = bare
    }
  }

  init(
    _ advised: AdvisedRequirement, full: ClosureAdapters<Full>,
    ofSubject: ClosureAdapters<OfSubject>,
    bare: ClosureAdapters<Bare>
  ) {
    adapters = Adapters(advised, full, ofSubject, bare)
  }

  /// The join point with closures after the call that have another type.
  func with<Passed: ~Copyable & ~Escapable, After>(
    after: @escaping (After) -> AdviceBody
  ) -> JoinPoint<
    GeneratedCode.Closures<Passed, Full.Before, Full.Around, After>, OfSubject, Bare
  > {
    .init(
      adapters.advised,
      full: ClosureAdapters(
        before: adapters.full.before, around: adapters.full.around, after: after),
      ofSubject: adapters.ofSubject, bare: adapters.bare)
  }

  private func install(
    _ body: AdviceBody, _ options: [AdviceOption], _ fileID: StaticString, _ line: UInt
  ) throws(AdviceError) -> AdviceToken {
    try Registry.shared.install(
      body, at: adapters.advised, AdviceOptions(options), source: "\(fileID):\(line)")
  }

  // MARK: Closures with all parameters

  /// Runs a closure before the rest of the call, with all parameters.
  @discardableResult
  public func before(
    _ options: AdviceOption..., run: Full.Before,
    fileID: StaticString = #fileID, line: UInt = #line
  ) throws(AdviceError) -> AdviceToken {
    try install(adapters.full.before(run), options, fileID, line)
  }

  /// Runs a closure instead of the rest of the call, with all parameters.
  @discardableResult
  public func around(
    _ options: AdviceOption..., run: Full.Around,
    fileID: StaticString = #fileID, line: UInt = #line
  ) throws(AdviceError) -> AdviceToken {
    try install(adapters.full.around(run), options, fileID, line)
  }

  /// Runs a closure when the rest of the call has returned or thrown, with all
  /// parameters.
  @discardableResult
  public func after(
    _ options: AdviceOption..., run: Full.After,
    fileID: StaticString = #fileID, line: UInt = #line
  ) throws(AdviceError) -> AdviceToken {
    try install(adapters.full.after(run), options, fileID, line)
  }

  /// Runs a pointcut around the rest of the call.
  @discardableResult
  public func around(
    _ options: AdviceOption..., with advice: some AroundPointcut & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line
  ) throws(AdviceError) -> AdviceToken {
    try around(options, with: advice, fileID: fileID, line: line)
  }

  package func around(
    _ options: [AdviceOption], with advice: AroundPointcut, fileID: StaticString, line: UInt
  ) throws(AdviceError) -> AdviceToken {
    let advised = adapters.advised
    let site = AdvisedCall.Site(nil, advised.extended, advised.requirement)
    return try install(AroundPointcutBody(advice, site), options, fileID, line)
  }

  // MARK: Closures with the subject

  /// Runs a closure before the rest of the call, with the subject.
  @_disfavoredOverload
  @discardableResult
  public func before(
    _ options: AdviceOption..., run: OfSubject.Before,
    fileID: StaticString = #fileID, line: UInt = #line
  ) throws(AdviceError) -> AdviceToken {
    try install(adapters.ofSubject.before(run), options, fileID, line)
  }

  /// Runs a closure instead of the rest of the call, with the subject.
  @_disfavoredOverload
  @discardableResult
  public func around(
    _ options: AdviceOption..., run: OfSubject.Around,
    fileID: StaticString = #fileID, line: UInt = #line
  ) throws(AdviceError) -> AdviceToken {
    try install(adapters.ofSubject.around(run), options, fileID, line)
  }

  /// Runs a closure when the rest of the call has returned or thrown, with the subject.
  @_disfavoredOverload
  @discardableResult
  public func after(
    _ options: AdviceOption..., run: OfSubject.After,
    fileID: StaticString = #fileID, line: UInt = #line
  ) throws(AdviceError) -> AdviceToken {
    try install(adapters.ofSubject.after(run), options, fileID, line)
  }

  // MARK: Closures without parameters

  /// Runs a closure before the rest of the call, without parameters.
  @_disfavoredOverload
  @discardableResult
  public func before(
    _ options: AdviceOption..., run: Bare.Before,
    fileID: StaticString = #fileID, line: UInt = #line
  ) throws(AdviceError) -> AdviceToken {
    try install(adapters.bare.before(run), options, fileID, line)
  }

  /// Runs a closure instead of the rest of the call, without parameters.
  @_disfavoredOverload
  @discardableResult
  public func around(
    _ options: AdviceOption..., run: Bare.Around,
    fileID: StaticString = #fileID, line: UInt = #line
  ) throws(AdviceError) -> AdviceToken {
    try install(adapters.bare.around(run), options, fileID, line)
  }

  /// Runs a closure when the rest of the call has returned or thrown, without parameters.
  @_disfavoredOverload
  @discardableResult
  public func after(
    _ options: AdviceOption..., run: Bare.After,
    fileID: StaticString = #fileID, line: UInt = #line
  ) throws(AdviceError) -> AdviceToken {
    try install(adapters.bare.after(run), options, fileID, line)
  }
}

/// Makes the bodies of advice from the closures that users write.
struct ClosureAdapters<Types: GeneratedCode.ClosureTypes> {
  let before: (Types.Before) -> AdviceBody
  let around: (Types.Around) -> AdviceBody
  let after: (Types.After) -> AdviceBody
}

extension GeneratedCode {
  /// The types of closures that run before, around and after a call.
  public protocol ClosureTypes {
    /// A closure before a call.
    associatedtype Before
    /// A closure around a call.
    associatedtype Around
    /// A closure after a call.
    associatedtype After
  }

  /// The types of closures, with the type of the arguments that calls pass.
  ///
  /// `Passed` is the type of the arguments for closures with all parameters, and of the result for
  /// those with the subject; for a requirement of an actor, the type of the closure that calls run.
  public enum Closures<Passed: ~Copyable & ~Escapable, Before, Around, After>: ClosureTypes {}
}
