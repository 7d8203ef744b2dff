// SPDX-License-Identifier: Apache-2.0

/// The join point of a requirement that is an actor's and can't be suspended: its closures
/// run on that actor, and their types say so.
///
/// `Run` is the type of what a call runs; the other parameters are types of closures.
public struct IsolatedJoinPoint<
  Run, Before, Around, After, BeforeSubject, AroundSubject, AfterSubject, BeforeNothing,
  AfterNothing
>: @unchecked Sendable {
  private let place: AdvisedPlace
  private let adapters: Adapters

  /// What makes closures that calls can run of those that users write.
  private struct Adapters {
    let before: (Before) -> Run
    let around: (Around) -> Run
    let after: (After) -> Run
    let beforeSubject: (BeforeSubject) -> Run
    let aroundSubject: (AroundSubject) -> Run
    let afterSubject: (AfterSubject) -> Run
    let beforeNothing: (BeforeNothing) -> Run
    let afterNothing: (AfterNothing) -> Run
  }

  /// For the code of `@Extensible`.
  public init(
    _ scope: _JoinPointScope, _ requirement: Int,
    before: @escaping (Before) -> Run,
    around: @escaping (Around) -> Run,
    after: @escaping (After) -> Run,
    beforeSubject: @escaping (BeforeSubject) -> Run,
    aroundSubject: @escaping (AroundSubject) -> Run,
    afterSubject: @escaping (AfterSubject) -> Run,
    beforeNothing: @escaping (BeforeNothing) -> Run,
    afterNothing: @escaping (AfterNothing) -> Run
  ) {
    place = AdvisedPlace(scope, requirement)
    adapters = Adapters(
      before: before, around: around, after: after, beforeSubject: beforeSubject,
      aroundSubject: aroundSubject, afterSubject: afterSubject, beforeNothing: beforeNothing,
      afterNothing: afterNothing)
  }

  /// Runs a closure before the rest of the call.
  ///
  /// - Returns: what takes it out again.
  /// - Throws: `AdviceError` if another advice has the name, or the image of the
  ///   subject's type is withdrawn.
  @discardableResult
  public func before(
    _ options: AdviceOption..., run: Before,
    fileID: StaticString = #fileID, line: UInt = #line
  ) throws(AdviceError) -> AdviceToken {
    try place.install(
      IsolatedAdvice(.before, adapters.before(run)),
      options, source: "\(fileID):\(line)")
  }

  /// Runs a closure instead of the rest of the call.
  ///
  /// - Returns: what takes it out again.
  /// - Throws: `AdviceError` if another advice has the name, or the image of the
  ///   subject's type is withdrawn.
  @discardableResult
  public func around(
    _ options: AdviceOption..., run: Around,
    fileID: StaticString = #fileID, line: UInt = #line
  ) throws(AdviceError) -> AdviceToken {
    try place.install(
      IsolatedAdvice(.around, adapters.around(run)),
      options, source: "\(fileID):\(line)")
  }

  /// Runs a closure when the rest of the call has returned or thrown.
  ///
  /// - Returns: what takes it out again.
  /// - Throws: `AdviceError` if another advice has the name, or the image of the
  ///   subject's type is withdrawn.
  @discardableResult
  public func after(
    _ options: AdviceOption..., run: After,
    fileID: StaticString = #fileID, line: UInt = #line
  ) throws(AdviceError) -> AdviceToken {
    try place.install(
      IsolatedAdvice(.after, adapters.after(run)),
      options, source: "\(fileID):\(line)")
  }

  /// Runs a closure before the rest of the call, with the subject.
  ///
  /// - Returns: what takes it out again.
  /// - Throws: `AdviceError` if another advice has the name, or the image of the
  ///   subject's type is withdrawn.
  @_disfavoredOverload
  @discardableResult
  public func before(
    _ options: AdviceOption..., run: BeforeSubject,
    fileID: StaticString = #fileID, line: UInt = #line
  ) throws(AdviceError) -> AdviceToken {
    try place.install(
      IsolatedAdvice(.before, adapters.beforeSubject(run)),
      options, source: "\(fileID):\(line)")
  }

  /// Runs a closure instead of the rest of the call, with the subject.
  ///
  /// - Returns: what takes it out again.
  /// - Throws: `AdviceError` if another advice has the name, or the image of the
  ///   subject's type is withdrawn.
  @_disfavoredOverload
  @discardableResult
  public func around(
    _ options: AdviceOption..., run: AroundSubject,
    fileID: StaticString = #fileID, line: UInt = #line
  ) throws(AdviceError) -> AdviceToken {
    try place.install(
      IsolatedAdvice(.around, adapters.aroundSubject(run)),
      options, source: "\(fileID):\(line)")
  }

  /// Runs a closure when the rest of the call has returned or thrown, with the subject.
  ///
  /// - Returns: what takes it out again.
  /// - Throws: `AdviceError` if another advice has the name, or the image of the
  ///   subject's type is withdrawn.
  @_disfavoredOverload
  @discardableResult
  public func after(
    _ options: AdviceOption..., run: AfterSubject,
    fileID: StaticString = #fileID, line: UInt = #line
  ) throws(AdviceError) -> AdviceToken {
    try place.install(
      IsolatedAdvice(.after, adapters.afterSubject(run)),
      options, source: "\(fileID):\(line)")
  }

  /// Runs a closure before the rest of the call, without parameters.
  ///
  /// - Returns: what takes it out again.
  /// - Throws: `AdviceError` if another advice has the name, or the image of the
  ///   subject's type is withdrawn.
  @_disfavoredOverload
  @discardableResult
  public func before(
    _ options: AdviceOption..., run: BeforeNothing,
    fileID: StaticString = #fileID, line: UInt = #line
  ) throws(AdviceError) -> AdviceToken {
    try place.install(
      IsolatedAdvice(.before, adapters.beforeNothing(run)),
      options, source: "\(fileID):\(line)")
  }

  /// Runs a closure when the rest of the call has returned or thrown, without parameters.
  ///
  /// - Returns: what takes it out again.
  /// - Throws: `AdviceError` if another advice has the name, or the image of the
  ///   subject's type is withdrawn.
  @_disfavoredOverload
  @discardableResult
  public func after(
    _ options: AdviceOption..., run: AfterNothing,
    fileID: StaticString = #fileID, line: UInt = #line
  ) throws(AdviceError) -> AdviceToken {
    try place.install(
      IsolatedAdvice(.after, adapters.afterNothing(run)),
      options, source: "\(fileID):\(line)")
  }
}
