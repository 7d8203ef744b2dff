// SPDX-License-Identifier: Apache-2.0

// The join points of `async` requirements.
extension GeneratedCode {
  /// The join point of an `async` requirement that throws `Failure`.
  public typealias TypedAsyncPoint<
    Subject, Arguments: ~Copyable & ~Escapable, Output: ~Copyable, Failure: Error, Before, Around,
    After
  > = JoinPoint<
    Closures<Arguments, Before, Around, After>,
    Closures<
      Void, nonisolated(nonsending) @Sendable (Subject) async throws(Failure) -> Void,
      nonisolated(nonsending) @Sendable (
        Subject, nonisolated(nonsending) () async throws(Failure) -> Output
      ) async throws(Failure) -> Output,
      nonisolated(nonsending) @Sendable (Subject) async -> Void
    >,
    Closures<
      Void, nonisolated(nonsending) @Sendable () async throws(Failure) -> Void,
      nonisolated(nonsending) @Sendable (
        nonisolated(nonsending) () async throws(Failure) -> Output
      ) async throws(Failure) -> Output,
      nonisolated(nonsending) @Sendable () async -> Void
    >
  >

  /// The join point of an `async` requirement that can't throw.
  public typealias AsyncPoint<
    Subject, Arguments: ~Copyable & ~Escapable, Output: ~Copyable, Before, Around, After
  > = TypedAsyncPoint<Subject, Arguments, Output, Never, Before, Around, After>

  /// The join point of an `async` requirement that can throw.
  public typealias AsyncThrowingPoint<
    Subject, Arguments: ~Copyable & ~Escapable, Output: ~Copyable, Before, Around, After
  > = TypedAsyncPoint<Subject, Arguments, Output, any Error, Before, Around, After>

  /// Makes the join point of an `async` requirement that can't throw.
  ///
  /// - Parameters:
  ///   - scope: the subjects.
  ///   - requirement: its number.
  ///   - before: adapts a closure with all parameters that runs before the call.
  ///   - around: adapts one that runs around it.
  ///   - after: adapts one that runs after it.
  public static func asyncPoint<S, A: ~Copyable & ~Escapable, O: ~Copyable, B, Ar, Af>(
    _ scope: JoinPointScope, _ requirement: Int,
    before: @escaping (B) -> AsyncAround<S, A, O>,
    around: @escaping (Ar) -> AsyncAround<S, A, O>, after: @escaping (Af) -> AsyncAround<S, A, O>
  ) -> AsyncPoint<S, A, O, B, Ar, Af> {
    typedAsyncPoint(
      AdvisedRequirement(scope, requirement), adapters(before, around, after), subject: { $0 })
  }

  /// Makes the join point of an `async` requirement that changes its subject and can't throw.
  public static func asyncChangingPoint<S, A: ~Copyable & ~Escapable, O: ~Copyable, B, Ar, Af>(
    _ scope: JoinPointScope, _ requirement: Int,
    before: @escaping (B) -> AsyncAround<InoutReference<S>, A, O>,
    around: @escaping (Ar) -> AsyncAround<InoutReference<S>, A, O>,
    after: @escaping (Af) -> AsyncAround<InoutReference<S>, A, O>
  ) -> AsyncPoint<S, A, O, B, Ar, Af> {
    typedAsyncPoint(
      AdvisedRequirement(scope, requirement), adapters(before, around, after),
      subject: { (reference: InoutReference<S>) in reference.pointee })
  }

  /// Makes the join point of an `async` requirement that can throw.
  public static func asyncThrowingPoint<S, A: ~Copyable & ~Escapable, O: ~Copyable, B, Ar, Af>(
    _ scope: JoinPointScope, _ requirement: Int,
    before: @escaping (B) -> AsyncAround<S, A, O>,
    around: @escaping (Ar) -> AsyncAround<S, A, O>, after: @escaping (Af) -> AsyncAround<S, A, O>
  ) -> AsyncThrowingPoint<S, A, O, B, Ar, Af> {
    typedAsyncPoint(
      AdvisedRequirement(scope, requirement), adapters(before, around, after), subject: { $0 })
  }

  /// Makes the join point of an `async` requirement that changes its subject and can throw.
  public static func asyncChangingThrowingPoint<
    S, A: ~Copyable & ~Escapable, O: ~Copyable, B, Ar, Af
  >(
    _ scope: JoinPointScope, _ requirement: Int,
    before: @escaping (B) -> AsyncAround<InoutReference<S>, A, O>,
    around: @escaping (Ar) -> AsyncAround<InoutReference<S>, A, O>,
    after: @escaping (Af) -> AsyncAround<InoutReference<S>, A, O>
  ) -> AsyncThrowingPoint<S, A, O, B, Ar, Af> {
    typedAsyncPoint(
      AdvisedRequirement(scope, requirement), adapters(before, around, after),
      subject: { (reference: InoutReference<S>) in reference.pointee })
  }

  // MARK: Parts

  private static func adapters<R, A: ~Copyable & ~Escapable, O: ~Copyable, B, Ar, Af>(
    _ before: @escaping (B) -> AsyncAround<R, A, O>,
    _ around: @escaping (Ar) -> AsyncAround<R, A, O>,
    _ after: @escaping (Af) -> AsyncAround<R, A, O>
  ) -> ClosureAdapters<Closures<A, B, Ar, Af>> {
    ClosureAdapters(
      before: { AsyncCallAdvice<R, A, O>(.before, before($0)) },
      around: { AsyncCallAdvice<R, A, O>(.around, around($0)) },
      after: { AsyncCallAdvice<R, A, O>(.after, after($0)) })
  }

  private static func typedAsyncPoint<
    R, S, A: ~Copyable & ~Escapable, O: ~Copyable, F: Error, B, Ar, Af
  >(
    _ advised: AdvisedRequirement, _ full: ClosureAdapters<Closures<A, B, Ar, Af>>,
    subject: @escaping @Sendable (R) -> S
  ) -> TypedAsyncPoint<S, A, O, F, B, Ar, Af> {
    typealias Advice = AsyncCallAdvice<R, A, O>
    return JoinPoint(
      advised, full: full,
      ofSubject: ClosureAdapters(
        before: { run in
          Advice(.before) { receiver, arguments, proceed in
            try await run(subject(receiver))
            return try await proceed(receiver, arguments)
          }
        },
        around: { run in
          Advice(.around) { receiver, arguments, proceed in
            try await run(subject(receiver)) { () async throws(F) -> O in
              try await typed(F.self) { try await proceed(receiver, arguments) }
            }
          }
        },
        after: { run in
          Advice(.after) { receiver, arguments, proceed in
            try await after({ try await proceed(receiver, arguments) }) { _ in
              await run(subject(receiver))
            }
          }
        }),
      bare: ClosureAdapters(
        before: { run in
          Advice(.before) { receiver, arguments, proceed in
            try await run()
            return try await proceed(receiver, arguments)
          }
        },
        around: { run in
          Advice(.around) { receiver, arguments, proceed in
            try await run { () async throws(F) -> O in
              try await typed(F.self) { try await proceed(receiver, arguments) }
            }
          }
        },
        after: { run in
          Advice(.after) { receiver, arguments, proceed in
            try await after({ try await proceed(receiver, arguments) }) { _ in await run() }
          }
        }))
  }

  /// Calls what throws errors of this type only.
  nonisolated(nonsending) private static func typed<Output: ~Copyable, Failure: Error>(
    _: Failure.Type, _ call: nonisolated(nonsending) () async throws -> Output
  ) async throws(Failure) -> Output {
    do { return try await call() } catch { throw failure(error) }
  }
}
