// SPDX-License-Identifier: Apache-2.0

/// A requirement, for some subjects, as a place where advice is installed.
///
/// `@Extensible` writes one for each requirement. Its parameters are the subject as closures
/// see it; what calls pass on: the subject or its place, the arguments and the result; `Never`
/// where the requirement can't throw; and the types of closures with all parameters.
public struct JoinPoint<
  Subject, Receiver, Arguments: ~Copyable & ~Escapable, Output: ~Copyable, Failure: Error,
  Before, Around, After
>: @unchecked Sendable {
  private let place: AdvisedPlace
  private let subject: @Sendable (Receiver) -> Subject
  private let adapters: Adapters

  /// What makes closures that calls can run of those that users write.
  private struct Adapters {
    let before: (Before) -> GeneratedCode.Before<Receiver, Arguments>
    let around: (Around) -> GeneratedCode.Around<Receiver, Arguments, Output>
    let after: (After) -> GeneratedCode.Around<Receiver, Arguments, Output>
  }

  /// For the code of `@Extensible`.
  public init(
    _ scope: _JoinPointScope, _ requirement: Int,
    before: @escaping (Before) -> GeneratedCode.Before<Receiver, Arguments>,
    around: @escaping (Around) -> GeneratedCode.Around<Receiver, Arguments, Output>,
    after: @escaping (After) -> GeneratedCode.Around<Receiver, Arguments, Output>
  ) where Receiver == Subject {
    place = AdvisedPlace(scope, requirement)
    subject = { $0 }
    adapters = Adapters(before: before, around: around, after: after)
  }

  /// For the code of `@Extensible`, where a requirement changes its subject.
  public init(
    _ scope: _JoinPointScope, _ requirement: Int,
    before: @escaping (Before) -> GeneratedCode.Before<Receiver, Arguments>,
    around: @escaping (Around) -> GeneratedCode.Around<Receiver, Arguments, Output>,
    after: @escaping (After) -> GeneratedCode.Around<Receiver, Arguments, Output>
  ) where Receiver == _InoutPlace<Subject> {
    place = AdvisedPlace(scope, requirement)
    subject = { $0.pointee }
    adapters = Adapters(before: before, around: around, after: after)
  }

  // MARK: With all parameters

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
      CallAdvice<Receiver, Arguments, Output>(before: adapters.before(run)),
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
      CallAdvice<Receiver, Arguments, Output>(.around, adapters.around(run)),
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
      CallAdvice<Receiver, Arguments, Output>(.after, adapters.after(run)),
      options, source: "\(fileID):\(line)")
  }

  // MARK: With the subject

  /// Runs a closure before the rest of the call, with the subject.
  ///
  /// - Returns: what takes it out again.
  /// - Throws: `AdviceError` if another advice has the name, or the image of the
  ///   subject's type is withdrawn.
  @_disfavoredOverload
  @discardableResult
  public func before(
    _ options: AdviceOption..., run: @escaping @Sendable (Subject) throws(Failure) -> Void,
    fileID: StaticString = #fileID, line: UInt = #line
  ) throws(AdviceError) -> AdviceToken {
    try place.install(
      CallAdvice<Receiver, Arguments, Output>(before: { receiver, _ in try run(subject(receiver)) }
      ),
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
    _ options: AdviceOption..., run: @escaping @Sendable (Subject, () -> Output) -> Output,
    fileID: StaticString = #fileID, line: UInt = #line
  ) throws(AdviceError) -> AdviceToken where Failure == Never {
    try place.install(
      CallAdvice<Receiver, Arguments, Output>(
        .around,
        { receiver, arguments, proceed in
          run(subject(receiver)) {
            GeneratedCode.withoutThrowing { try proceed(receiver, arguments) }
          }
        }),
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
    _ options: AdviceOption...,
    run: @escaping @Sendable (Subject, () throws -> Output) throws -> Output,
    fileID: StaticString = #fileID, line: UInt = #line
  ) throws(AdviceError) -> AdviceToken where Failure == any Error {
    try place.install(
      CallAdvice<Receiver, Arguments, Output>(
        .around,
        { receiver, arguments, proceed in
          try run(subject(receiver)) { try proceed(receiver, arguments) }
        }),
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
    _ options: AdviceOption..., run: @escaping @Sendable (Subject) -> Void,
    fileID: StaticString = #fileID, line: UInt = #line
  ) throws(AdviceError) -> AdviceToken {
    try place.install(
      CallAdvice<Receiver, Arguments, Output>(
        .after,
        { receiver, arguments, proceed in
          let result: Output
          do { result = try proceed(receiver, arguments) } catch {
            run(subject(receiver))
            throw error
          }
          run(subject(receiver))
          return result
        }),
      options, source: "\(fileID):\(line)")
  }

  // MARK: Without parameters

  /// Runs a closure before the rest of the call, without parameters.
  ///
  /// - Returns: what takes it out again.
  /// - Throws: `AdviceError` if another advice has the name, or the image of the
  ///   subject's type is withdrawn.
  @_disfavoredOverload
  @discardableResult
  public func before(
    _ options: AdviceOption..., run: @escaping @Sendable () throws(Failure) -> Void,
    fileID: StaticString = #fileID, line: UInt = #line
  ) throws(AdviceError) -> AdviceToken {
    try place.install(
      CallAdvice<Receiver, Arguments, Output>(before: { receiver, _ in try run() }),
      options, source: "\(fileID):\(line)")
  }

  /// Runs a closure instead of the rest of the call, without parameters.
  ///
  /// - Returns: what takes it out again.
  /// - Throws: `AdviceError` if another advice has the name, or the image of the
  ///   subject's type is withdrawn.
  @_disfavoredOverload
  @discardableResult
  public func around(
    _ options: AdviceOption..., run: @escaping @Sendable (() -> Output) -> Output,
    fileID: StaticString = #fileID, line: UInt = #line
  ) throws(AdviceError) -> AdviceToken where Failure == Never {
    try place.install(
      CallAdvice<Receiver, Arguments, Output>(
        .around,
        { receiver, arguments, proceed in
          run { GeneratedCode.withoutThrowing { try proceed(receiver, arguments) } }
        }),
      options, source: "\(fileID):\(line)")
  }

  /// Runs a closure instead of the rest of the call, without parameters.
  ///
  /// - Returns: what takes it out again.
  /// - Throws: `AdviceError` if another advice has the name, or the image of the
  ///   subject's type is withdrawn.
  @_disfavoredOverload
  @discardableResult
  public func around(
    _ options: AdviceOption..., run: @escaping @Sendable (() throws -> Output) throws -> Output,
    fileID: StaticString = #fileID, line: UInt = #line
  ) throws(AdviceError) -> AdviceToken where Failure == any Error {
    try place.install(
      CallAdvice<Receiver, Arguments, Output>(
        .around,
        { receiver, arguments, proceed in
          try run { try proceed(receiver, arguments) }
        }),
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
    _ options: AdviceOption..., run: @escaping @Sendable () -> Void,
    fileID: StaticString = #fileID, line: UInt = #line
  ) throws(AdviceError) -> AdviceToken {
    try place.install(
      CallAdvice<Receiver, Arguments, Output>(
        .after,
        { receiver, arguments, proceed in
          let result: Output
          do { result = try proceed(receiver, arguments) } catch {
            run()
            throw error
          }
          run()
          return result
        }),
      options, source: "\(fileID):\(line)")
  }
}
