// SPDX-License-Identifier: Apache-2.0

/// An `async` requirement, for some subjects, as a place where advice is installed.
///
/// `@Extensible` writes one for each such requirement. Its parameters are the subject as closures
/// see it; what calls pass on: the subject or its place, the arguments and the result; `Never`
/// where the requirement can't throw; and the types of closures with all parameters.
public struct AsyncJoinPoint<
  Subject, Receiver, Arguments: ~Copyable & ~Escapable, Output: ~Copyable, Failure: Error,
  Before, Around, After
>: @unchecked Sendable {
  private let place: AdvisedPlace
  private let subject: @Sendable (Receiver) -> Subject
  private let adapters: Adapters

  /// What makes closures that calls can run of those that users write.
  private struct Adapters {
    let before: (Before) -> GeneratedCode.AsyncAround<Receiver, Arguments, Output>
    let around: (Around) -> GeneratedCode.AsyncAround<Receiver, Arguments, Output>
    let after: (After) -> GeneratedCode.AsyncAround<Receiver, Arguments, Output>
  }

  /// For the code of `@Extensible`.
  public init(
    _ scope: _JoinPointScope, _ requirement: Int,
    before: @escaping (Before) -> GeneratedCode.AsyncAround<Receiver, Arguments, Output>,
    around: @escaping (Around) -> GeneratedCode.AsyncAround<Receiver, Arguments, Output>,
    after: @escaping (After) -> GeneratedCode.AsyncAround<Receiver, Arguments, Output>
  ) where Receiver == Subject {
    place = AdvisedPlace(scope, requirement)
    subject = { $0 }
    adapters = Adapters(before: before, around: around, after: after)
  }

  /// For the code of `@Extensible`, where a requirement changes its subject.
  public init(
    _ scope: _JoinPointScope, _ requirement: Int,
    before: @escaping (Before) -> GeneratedCode.AsyncAround<Receiver, Arguments, Output>,
    around: @escaping (Around) -> GeneratedCode.AsyncAround<Receiver, Arguments, Output>,
    after: @escaping (After) -> GeneratedCode.AsyncAround<Receiver, Arguments, Output>
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
      AsyncCallAdvice<Receiver, Arguments, Output>(.before, adapters.before(run)),
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
      AsyncCallAdvice<Receiver, Arguments, Output>(.around, adapters.around(run)),
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
      AsyncCallAdvice<Receiver, Arguments, Output>(.after, adapters.after(run)),
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
    _ options: AdviceOption...,
    run: nonisolated(nonsending) @escaping @Sendable (Subject) async throws(Failure) -> Void,
    fileID: StaticString = #fileID, line: UInt = #line
  ) throws(AdviceError) -> AdviceToken {
    try place.install(
      AsyncCallAdvice<Receiver, Arguments, Output>(
        .before,
        { receiver, arguments, proceed in
          try await run(subject(receiver))
          return try await proceed(receiver, arguments)
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
    run:
      nonisolated(nonsending) @escaping @Sendable (
        Subject, nonisolated(nonsending) () async -> Output
      ) async -> Output,
    fileID: StaticString = #fileID, line: UInt = #line
  ) throws(AdviceError) -> AdviceToken where Failure == Never {
    try place.install(
      AsyncCallAdvice<Receiver, Arguments, Output>(
        .around,
        { receiver, arguments, proceed in
          await run(subject(receiver)) {
            await GeneratedCode.withoutThrowing { try await proceed(receiver, arguments) }
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
    run:
      nonisolated(nonsending) @escaping @Sendable (
        Subject, nonisolated(nonsending) () async throws -> Output
      ) async throws -> Output,
    fileID: StaticString = #fileID, line: UInt = #line
  ) throws(AdviceError) -> AdviceToken where Failure == any Error {
    try place.install(
      AsyncCallAdvice<Receiver, Arguments, Output>(
        .around,
        { receiver, arguments, proceed in
          try await run(subject(receiver)) { try await proceed(receiver, arguments) }
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
    _ options: AdviceOption...,
    run: nonisolated(nonsending) @escaping @Sendable (Subject) async -> Void,
    fileID: StaticString = #fileID, line: UInt = #line
  ) throws(AdviceError) -> AdviceToken {
    try place.install(
      AsyncCallAdvice<Receiver, Arguments, Output>(
        .after,
        { receiver, arguments, proceed in
          let result: Output
          do { result = try await proceed(receiver, arguments) } catch {
            await run(subject(receiver))
            throw error
          }
          await run(subject(receiver))
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
    _ options: AdviceOption...,
    run: nonisolated(nonsending) @escaping @Sendable () async throws(Failure) -> Void,
    fileID: StaticString = #fileID, line: UInt = #line
  ) throws(AdviceError) -> AdviceToken {
    try place.install(
      AsyncCallAdvice<Receiver, Arguments, Output>(
        .before,
        { receiver, arguments, proceed in
          try await run()
          return try await proceed(receiver, arguments)
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
    _ options: AdviceOption...,
    run:
      nonisolated(nonsending) @escaping @Sendable (nonisolated(nonsending) () async -> Output) async
      -> Output,
    fileID: StaticString = #fileID, line: UInt = #line
  ) throws(AdviceError) -> AdviceToken where Failure == Never {
    try place.install(
      AsyncCallAdvice<Receiver, Arguments, Output>(
        .around,
        { receiver, arguments, proceed in
          await run {
            await GeneratedCode.withoutThrowing { try await proceed(receiver, arguments) }
          }
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
    _ options: AdviceOption...,
    run:
      nonisolated(nonsending) @escaping @Sendable (
        nonisolated(nonsending) () async throws -> Output
      ) async throws -> Output,
    fileID: StaticString = #fileID, line: UInt = #line
  ) throws(AdviceError) -> AdviceToken where Failure == any Error {
    try place.install(
      AsyncCallAdvice<Receiver, Arguments, Output>(
        .around,
        { receiver, arguments, proceed in
          try await run { try await proceed(receiver, arguments) }
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
    _ options: AdviceOption..., run: nonisolated(nonsending) @escaping @Sendable () async -> Void,
    fileID: StaticString = #fileID, line: UInt = #line
  ) throws(AdviceError) -> AdviceToken {
    try place.install(
      AsyncCallAdvice<Receiver, Arguments, Output>(
        .after,
        { receiver, arguments, proceed in
          let result: Output
          do { result = try await proceed(receiver, arguments) } catch {
            await run()
            throw error
          }
          await run()
          return result
        }),
      options, source: "\(fileID):\(line)")
  }
}
