// SPDX-License-Identifier: Apache-2.0

// The join points of `async` requirements.
extension GeneratedCode {
  /// The join point of an `async` requirement that can't throw.
  public typealias AsyncPoint<
    Subject, Arguments: ~Copyable & ~Escapable, Output: ~Copyable, Before, Around, After
  > = JoinPoint<
    Closures<Arguments, Before, Around, After>,
    Closures<
      Output, nonisolated(nonsending) @Sendable (Subject) async -> Void,
      nonisolated(nonsending) @Sendable (
        Subject, nonisolated(nonsending) () async -> Output
      ) async -> Output,
      nonisolated(nonsending) @Sendable (Subject) async -> Void
    >,
    Closures<
      Void, nonisolated(nonsending) @Sendable () async -> Void,
      nonisolated(nonsending) @Sendable (
        nonisolated(nonsending) () async -> Output
      ) async -> Output,
      nonisolated(nonsending) @Sendable () async -> Void
    >
  >

  /// The join point of an `async` requirement that can throw.
  public typealias AsyncThrowingPoint<
    Subject, Arguments: ~Copyable & ~Escapable, Output: ~Copyable, Before, Around, After
  > = JoinPoint<
    Closures<Arguments, Before, Around, After>,
    Closures<
      Output, nonisolated(nonsending) @Sendable (Subject) async throws -> Void,
      nonisolated(nonsending) @Sendable (
        Subject, nonisolated(nonsending) () async throws -> Output
      ) async throws -> Output,
      nonisolated(nonsending) @Sendable (Subject) async -> Void
    >,
    Closures<
      Void, nonisolated(nonsending) @Sendable () async throws -> Void,
      nonisolated(nonsending) @Sendable (
        nonisolated(nonsending) () async throws -> Output
      ) async throws -> Output,
      nonisolated(nonsending) @Sendable () async -> Void
    >
  >

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
    asyncPoint(
      PlainCall<S>.self, AdvisedRequirement(scope, requirement),
      adapters(PlainCall<S>.self, before, around, after))
  }

  /// Makes the join point of an `async` requirement that changes its subject and can't throw.
  public static func asyncChangingPoint<S, A: ~Copyable & ~Escapable, O: ~Copyable, B, Ar, Af>(
    _ scope: JoinPointScope, _ requirement: Int,
    before: @escaping (B) -> AsyncAround<InoutReference<S>, A, O>,
    around: @escaping (Ar) -> AsyncAround<InoutReference<S>, A, O>,
    after: @escaping (Af) -> AsyncAround<InoutReference<S>, A, O>
  ) -> AsyncPoint<S, A, O, B, Ar, Af> {
    asyncPoint(
      ChangingCall<S>.self, AdvisedRequirement(scope, requirement),
      adapters(ChangingCall<S>.self, before, around, after))
  }

  /// Makes the join point of an `async` requirement that can throw.
  public static func asyncThrowingPoint<S, A: ~Copyable & ~Escapable, O: ~Copyable, B, Ar, Af>(
    _ scope: JoinPointScope, _ requirement: Int,
    before: @escaping (B) -> AsyncAround<S, A, O>,
    around: @escaping (Ar) -> AsyncAround<S, A, O>, after: @escaping (Af) -> AsyncAround<S, A, O>
  ) -> AsyncThrowingPoint<S, A, O, B, Ar, Af> {
    asyncThrowingPoint(
      PlainCall<S>.self, AdvisedRequirement(scope, requirement),
      adapters(PlainCall<S>.self, before, around, after))
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
    asyncThrowingPoint(
      ChangingCall<S>.self, AdvisedRequirement(scope, requirement),
      adapters(ChangingCall<S>.self, before, around, after))
  }

  // MARK: Parts

  private static func adapters<
    Kind: CallKind, A: ~Copyable & ~Escapable, O: ~Copyable, B, Ar, Af
  >(
    _ kind: Kind.Type, _ before: @escaping (B) -> AsyncAround<Kind.Receiver, A, O>,
    _ around: @escaping (Ar) -> AsyncAround<Kind.Receiver, A, O>,
    _ after: @escaping (Af) -> AsyncAround<Kind.Receiver, A, O>
  ) -> ClosureAdapters<Closures<A, B, Ar, Af>> {
    ClosureAdapters(
      before: { AsyncCallAdvice<Kind, A, O>(.before, before($0)) },
      around: { AsyncCallAdvice<Kind, A, O>(.around, around($0)) },
      after: { AsyncCallAdvice<Kind, A, O>(.after, after($0)) })
  }

  private static func asyncPoint<
    Kind: CallKind, A: ~Copyable & ~Escapable, O: ~Copyable, B, Ar, Af
  >(
    _ kind: Kind.Type, _ advised: AdvisedRequirement,
    _ full: ClosureAdapters<Closures<A, B, Ar, Af>>
  ) -> AsyncPoint<Kind.Subject, A, O, B, Ar, Af> {
    typealias Advice = AsyncCallAdvice<Kind, A, O>
    return JoinPoint(
      advised, full: full,
      ofSubject: ClosureAdapters(
        before: { run in
          Advice(.before) { receiver, arguments, proceed in
            await run(Kind.subject(receiver))
            return try await proceed(receiver, arguments)
          }
        },
        around: { run in
          Advice(.around) { receiver, arguments, proceed in
            await run(Kind.subject(receiver)) {
              await withoutThrowing { try await proceed(receiver, arguments) }
            }
          }
        },
        after: { run in
          Advice(.after) { receiver, arguments, proceed in
            let result = try await proceed(receiver, arguments)
            await run(Kind.subject(receiver))
            return result
          }
        }),
      bare: ClosureAdapters(
        before: { run in
          Advice(.before) { receiver, arguments, proceed in
            await run()
            return try await proceed(receiver, arguments)
          }
        },
        around: { run in
          Advice(.around) { receiver, arguments, proceed in
            await run { await withoutThrowing { try await proceed(receiver, arguments) } }
          }
        },
        after: { run in
          Advice(.after) { receiver, arguments, proceed in
            let result = try await proceed(receiver, arguments)
            await run()
            return result
          }
        }))
  }

  private static func asyncThrowingPoint<
    Kind: CallKind, A: ~Copyable & ~Escapable, O: ~Copyable, B, Ar, Af
  >(
    _ kind: Kind.Type, _ advised: AdvisedRequirement,
    _ full: ClosureAdapters<Closures<A, B, Ar, Af>>
  ) -> AsyncThrowingPoint<Kind.Subject, A, O, B, Ar, Af> {
    typealias Advice = AsyncCallAdvice<Kind, A, O>
    return JoinPoint(
      advised, full: full,
      ofSubject: ClosureAdapters(
        before: { run in
          Advice(.before) { receiver, arguments, proceed in
            try await run(Kind.subject(receiver))
            return try await proceed(receiver, arguments)
          }
        },
        around: { run in
          Advice(.around) { receiver, arguments, proceed in
            try await run(Kind.subject(receiver)) { try await proceed(receiver, arguments) }
          }
        },
        after: { run in
          Advice(.after) { receiver, arguments, proceed in
            try await after({ try await proceed(receiver, arguments) }) { _ in
              await run(Kind.subject(receiver))
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
            try await run { try await proceed(receiver, arguments) }
          }
        },
        after: { run in
          Advice(.after) { receiver, arguments, proceed in
            try await after({ try await proceed(receiver, arguments) }) { _ in await run() }
          }
        }))
  }
}
