// SPDX-License-Identifier: Apache-2.0

// The forms of join points: one for each way in which a requirement can be called.
//
// Each is made of three functions that unpack the arguments for a closure with all parameters:
// before the call, around it, and after it with its outcome. Those that can throw have functions of
// their own: Swift 6.3 miscompiles closures that are generic over their error.
extension GeneratedCode {
  /// The join point of a requirement that can't throw.
  public typealias Point<
    Arguments: ~Copyable & ~Escapable, Output: ~Copyable, Before, Around, After
  > = JoinPoint<
    Closures<
      Arguments, Output, Never, Never, Before, Around, After,
      @Sendable () -> Void, @Sendable (() -> Output) -> Output, @Sendable () -> Void
    >
  >

  /// The join point of a requirement that can throw.
  public typealias ThrowingPoint<
    Arguments: ~Copyable & ~Escapable, Output: ~Copyable, Before, Around, After
  > = JoinPoint<
    Closures<
      Arguments, Output, any Error, Never, Before, Around, After,
      @Sendable () throws -> Void, @Sendable (() throws -> Output) throws -> Output,
      @Sendable () -> Void
    >
  >

  /// The join point of an `async` requirement that can't throw.
  public typealias AsyncPoint<
    Arguments: ~Copyable & ~Escapable, Output: ~Copyable, Before, Around, After
  > = JoinPoint<
    Closures<
      Arguments, Output, Never, Never, Before, Around, After,
      nonisolated(nonsending) @Sendable () async -> Void,
      nonisolated(nonsending) @Sendable (
        nonisolated(nonsending) () async -> Output
      ) async -> Output,
      nonisolated(nonsending) @Sendable () async -> Void
    >
  >

  /// The join point of an `async` requirement that can throw.
  public typealias AsyncThrowingPoint<
    Arguments: ~Copyable & ~Escapable, Output: ~Copyable, Before, Around, After
  > = JoinPoint<
    Closures<
      Arguments, Output, any Error, Never, Before, Around, After,
      nonisolated(nonsending) @Sendable () async throws -> Void,
      nonisolated(nonsending) @Sendable (
        nonisolated(nonsending) () async throws -> Output
      ) async throws -> Output,
      nonisolated(nonsending) @Sendable () async -> Void
    >
  >

  // MARK: Requirements that are not `async`

  /// Runs a closure after a call, with its outcome.
  public typealias After<
    Receiver, Arguments: ~Copyable & ~Escapable, Outcome: ~Copyable
  > = (Receiver, borrowing Arguments, borrowing Outcome) -> Void

  /// Makes the join point of a requirement that can't throw.
  ///
  /// - Parameters:
  ///   - kind: the way in which its calls pass the subject.
  ///   - scope: the subjects.
  ///   - requirement: its number.
  ///   - before: unpacks the arguments for a closure before the call.
  ///   - around: does so for one around it.
  ///   - after: does so for one after it.
  public static func point<Kind: CallKind, A: ~Copyable & ~Escapable, O: ~Copyable, B, Ar, Af>(
    _ kind: Kind.Type, _ scope: JoinPointScope, _ requirement: Int,
    before: @escaping (B) -> Before<Kind.Receiver, A>,
    around: @escaping (Ar) -> Around<Kind.Receiver, A, O>,
    after: @escaping (Af) -> After<Kind.Receiver, A, O>
  ) -> Point<A, O, B, Ar, Af> {
    typealias Advice = CallAdvice<Kind, A, O>
    func advice(after run: @escaping After<Kind.Receiver, A, O>) -> Advice {
      Advice(.after) { receiver, arguments, proceed in
        let result = try proceed(receiver, arguments)
        run(receiver, arguments, result)
        return result
      }
    }
    return JoinPoint(
      bodies: .init(
        AdvisedRequirement(scope, requirement),
        before: { Advice(before: before($0)) },
        around: { Advice(.around, around($0)) },
        after: { advice(after: after($0)) },
        bareBefore: { run in Advice(before: { _, _ in run() }) },
        bareAround: { run in
          Advice(.around) { receiver, arguments, proceed in
            run { withoutThrowing { try proceed(receiver, arguments) } }
          }
        },
        bareAfter: { run in advice { _, _, _ in run() } }))
  }

  /// Makes the join point of a requirement that can throw.
  public static func throwingPoint<
    Kind: CallKind, A: ~Copyable & ~Escapable, O: ~Copyable, B, Ar, Af
  >(
    _ kind: Kind.Type, _ scope: JoinPointScope, _ requirement: Int,
    before: @escaping (B) -> Before<Kind.Receiver, A>,
    around: @escaping (Ar) -> Around<Kind.Receiver, A, O>,
    after: @escaping (Af) -> After<Kind.Receiver, A, Result<O, any Error>>
  ) -> ThrowingPoint<A, O, B, Ar, Af> {
    typealias Advice = CallAdvice<Kind, A, O>
    func advice(after run: @escaping After<Kind.Receiver, A, Result<O, any Error>>) -> Advice {
      Advice(.after) { receiver, arguments, proceed in
        let outcome: Result<O, any Error>
        do { outcome = .success(try proceed(receiver, arguments)) } catch {
          outcome = .failure(error)
        }
        run(receiver, arguments, outcome)
        return try outcome.get()
      }
    }
    return JoinPoint(
      bodies: .init(
        AdvisedRequirement(scope, requirement),
        before: { Advice(before: before($0)) },
        around: { Advice(.around, around($0)) },
        after: { advice(after: after($0)) },
        bareBefore: { run in Advice(before: { _, _ in try run() }) },
        bareAround: { run in
          Advice(.around) { receiver, arguments, proceed in
            try run { try proceed(receiver, arguments) }
          }
        },
        bareAfter: { run in advice { _, _, _ in run() } }))
  }

  // MARK: `async` requirements

  /// Runs a closure after an `async` call, with its outcome.
  public typealias AsyncAfter<
    Receiver, Arguments: ~Copyable & ~Escapable, Outcome: ~Copyable
  > = nonisolated(nonsending) (Receiver, borrowing Arguments, borrowing Outcome) async -> Void

  /// Makes the join point of an `async` requirement that can't throw.
  public static func asyncPoint<Kind: CallKind, A: ~Copyable & ~Escapable, O: ~Copyable, B, Ar, Af>(
    _ kind: Kind.Type, _ scope: JoinPointScope, _ requirement: Int,
    before: @escaping (B) -> AsyncBefore<Kind.Receiver, A>,
    around: @escaping (Ar) -> AsyncAround<Kind.Receiver, A, O>,
    after: @escaping (Af) -> AsyncAfter<Kind.Receiver, A, O>
  ) -> AsyncPoint<A, O, B, Ar, Af> {
    typealias Advice = AsyncCallAdvice<Kind, A, O>
    func advice(after run: @escaping AsyncAfter<Kind.Receiver, A, O>) -> Advice {
      Advice(.after) { receiver, arguments, proceed in
        let result = try await proceed(receiver, arguments)
        await run(receiver, arguments, result)
        return result
      }
    }
    return JoinPoint(
      bodies: .init(
        AdvisedRequirement(scope, requirement),
        before: { Advice(before: before($0)) },
        around: { Advice(.around, around($0)) },
        after: { advice(after: after($0)) },
        bareBefore: { run in Advice(before: { _, _ in await run() }) },
        bareAround: { run in
          Advice(.around) { receiver, arguments, proceed in
            await run { await withoutThrowing { try await proceed(receiver, arguments) } }
          }
        },
        bareAfter: { run in advice { _, _, _ in await run() } }))
  }

  /// Makes the join point of an `async` requirement that can throw.
  public static func asyncThrowingPoint<
    Kind: CallKind, A: ~Copyable & ~Escapable, O: ~Copyable, B, Ar, Af
  >(
    _ kind: Kind.Type, _ scope: JoinPointScope, _ requirement: Int,
    before: @escaping (B) -> AsyncBefore<Kind.Receiver, A>,
    around: @escaping (Ar) -> AsyncAround<Kind.Receiver, A, O>,
    after: @escaping (Af) -> AsyncAfter<Kind.Receiver, A, Result<O, any Error>>
  ) -> AsyncThrowingPoint<A, O, B, Ar, Af> {
    typealias Advice = AsyncCallAdvice<Kind, A, O>
    func advice(
      after run: @escaping AsyncAfter<Kind.Receiver, A, Result<O, any Error>>
    ) -> Advice {
      Advice(.after) { receiver, arguments, proceed in
        let outcome: Result<O, any Error>
        do { outcome = .success(try await proceed(receiver, arguments)) } catch {
          outcome = .failure(error)
        }
        await run(receiver, arguments, outcome)
        return try outcome.get()
      }
    }
    return JoinPoint(
      bodies: .init(
        AdvisedRequirement(scope, requirement),
        before: { Advice(before: before($0)) },
        around: { Advice(.around, around($0)) },
        after: { advice(after: after($0)) },
        bareBefore: { run in Advice(before: { _, _ in try await run() }) },
        bareAround: { run in
          Advice(.around) { receiver, arguments, proceed in
            try await run { try await proceed(receiver, arguments) }
          }
        },
        bareAfter: { run in advice { _, _, _ in await run() } }))
  }

  // MARK: Requirements that run on an actor

  /// Makes the join point of a requirement that is not `async` and runs on an actor.
  ///
  /// Its closures run on that actor, and their types say so. Each function adapts one to the form
  /// that calls run.
  public static func isolatedPoint<
    Run, A: ~Copyable & ~Escapable, O: ~Copyable, Failure: Error, B, Ar, Af, BareB, BareAr, BareAf
  >(
    _ scope: JoinPointScope, _ requirement: Int, before: @escaping (B) -> Run,
    around: @escaping (Ar) -> Run, after: @escaping (Af) -> Run,
    bareBefore: @escaping (BareB) -> Run, bareAround: @escaping (BareAr) -> Run,
    bareAfter: @escaping (BareAf) -> Run
  ) -> JoinPoint<Closures<A, O, Failure, Run, B, Ar, Af, BareB, BareAr, BareAf>> {
    JoinPoint(
      bodies: .init(
        AdvisedRequirement(scope, requirement),
        before: { IsolatedAdvice(.before, before($0)) },
        around: { IsolatedAdvice(.around, around($0)) },
        after: { IsolatedAdvice(.after, after($0)) },
        bareBefore: { IsolatedAdvice(.before, bareBefore($0)) },
        bareAround: { IsolatedAdvice(.around, bareAround($0)) },
        bareAfter: { IsolatedAdvice(.after, bareAfter($0)) }))
  }

  // MARK: Common requirements

  // Requirements with at most two arguments that do not change their subject. Functions in generated
  // code would take a fifth of the time that a declaration compiles.

  /// Makes the join point of a requirement without arguments.
  public static func point<S, O: ~Copyable>(ofNone scope: JoinPointScope, _ requirement: Int)
    -> Point<
      Void, O, @Sendable (S) -> Void, @Sendable (S, () -> O) -> O,
      @Sendable (S, borrowing O) -> Void
    >
  {
    point(
      PlainCall<S>.self, scope, requirement,
      before: { run in { subject, _ in run(subject) } },
      around: { run in
        { subject, _, proceed in run(subject) { withoutThrowing { try proceed(subject, ()) } } }
      },
      after: { run in { subject, _, result in run(subject, result) } })
  }

  /// Makes the join point of a requirement without arguments and result.
  public static func voidPoint<S>(ofNone scope: JoinPointScope, _ requirement: Int)
    -> Point<
      Void, Void, @Sendable (S) -> Void, @Sendable (S, () -> Void) -> Void,
      @Sendable (S) -> Void
    >
  {
    point(
      PlainCall<S>.self, scope, requirement,
      before: { run in { subject, _ in run(subject) } },
      around: { run in
        { subject, _, proceed in run(subject) { withoutThrowing { try proceed(subject, ()) } } }
      },
      after: { run in { subject, _, _ in run(subject) } })
  }

  /// Makes the join point of a requirement without arguments that can throw.
  public static func throwingPoint<S, O: ~Copyable>(
    ofNone scope: JoinPointScope, _ requirement: Int
  )
    -> ThrowingPoint<
      Void, O, @Sendable (S) throws -> Void, @Sendable (S, () throws -> O) throws -> O,
      @Sendable (S, borrowing Result<O, any Error>) -> Void
    >
  {
    throwingPoint(
      PlainCall<S>.self, scope, requirement,
      before: { run in { subject, _ in try run(subject) } },
      around: { run in
        { subject, _, proceed in try run(subject) { try proceed(subject, ()) } }
      },
      after: { run in { subject, _, outcome in run(subject, outcome) } })
  }

  /// Makes the join point of a requirement with one argument.
  public static func point<S, A: ~Escapable, O: ~Copyable>(
    ofOne scope: JoinPointScope, _ requirement: Int
  )
    -> Point<
      A, O, @Sendable (S, A) -> Void, @Sendable (S, A, (A) -> O) -> O,
      @Sendable (S, A, borrowing O) -> Void
    >
  {
    point(
      PlainCall<S>.self, scope, requirement,
      before: { run in { subject, argument in run(subject, copy argument) } },
      around: { run in
        { subject, argument, proceed in
          run(subject, copy argument) { argument in
            withoutThrowing { try proceed(subject, argument) }
          }
        }
      },
      after: { run in { subject, argument, result in run(subject, copy argument, result) } })
  }

  /// Makes the join point of a requirement with one argument and without a result.
  public static func voidPoint<S, A: ~Escapable>(ofOne scope: JoinPointScope, _ requirement: Int)
    -> Point<
      A, Void, @Sendable (S, A) -> Void, @Sendable (S, A, (A) -> Void) -> Void,
      @Sendable (S, A) -> Void
    >
  {
    point(
      PlainCall<S>.self, scope, requirement,
      before: { run in { subject, argument in run(subject, copy argument) } },
      around: { run in
        { subject, argument, proceed in
          run(subject, copy argument) { argument in
            withoutThrowing { try proceed(subject, argument) }
          }
        }
      },
      after: { run in { subject, argument, _ in run(subject, copy argument) } })
  }

  /// Makes the join point of a requirement with one argument that can throw.
  public static func throwingPoint<S, A: ~Escapable, O: ~Copyable>(
    ofOne scope: JoinPointScope, _ requirement: Int
  )
    -> ThrowingPoint<
      A, O, @Sendable (S, A) throws -> Void, @Sendable (S, A, (A) throws -> O) throws -> O,
      @Sendable (S, A, borrowing Result<O, any Error>) -> Void
    >
  {
    throwingPoint(
      PlainCall<S>.self, scope, requirement,
      before: { run in { subject, argument in try run(subject, copy argument) } },
      around: { run in
        { subject, argument, proceed in
          try run(subject, copy argument) { try proceed(subject, $0) }
        }
      },
      after: { run in { subject, argument, outcome in run(subject, copy argument, outcome) } })
  }

  /// Makes the join point of a requirement with two arguments.
  public static func point<S, A, B, O: ~Copyable>(
    ofTwo scope: JoinPointScope, _ requirement: Int
  )
    -> Point<
      (A, B), O, @Sendable (S, A, B) -> Void, @Sendable (S, A, B, (A, B) -> O) -> O,
      @Sendable (S, A, B, borrowing O) -> Void
    >
  {
    point(
      PlainCall<S>.self, scope, requirement,
      before: { run in { subject, all in run(subject, all.0, all.1) } },
      around: { run in
        { subject, all, proceed in
          run(subject, all.0, all.1) { a, b in withoutThrowing { try proceed(subject, (a, b)) } }
        }
      },
      after: { run in { subject, all, result in run(subject, all.0, all.1, result) } })
  }

  /// Makes the join point of a requirement with two arguments and without a result.
  public static func voidPoint<S, A, B>(ofTwo scope: JoinPointScope, _ requirement: Int)
    -> Point<
      (A, B), Void, @Sendable (S, A, B) -> Void, @Sendable (S, A, B, (A, B) -> Void) -> Void,
      @Sendable (S, A, B) -> Void
    >
  {
    point(
      PlainCall<S>.self, scope, requirement,
      before: { run in { subject, all in run(subject, all.0, all.1) } },
      around: { run in
        { subject, all, proceed in
          run(subject, all.0, all.1) { a, b in withoutThrowing { try proceed(subject, (a, b)) } }
        }
      },
      after: { run in { subject, all, _ in run(subject, all.0, all.1) } })
  }

  /// Makes the join point of a requirement with two arguments that can throw.
  public static func throwingPoint<S, A, B, O: ~Copyable>(
    ofTwo scope: JoinPointScope, _ requirement: Int
  )
    -> ThrowingPoint<
      (A, B), O, @Sendable (S, A, B) throws -> Void,
      @Sendable (S, A, B, (A, B) throws -> O) throws -> O,
      @Sendable (S, A, B, borrowing Result<O, any Error>) -> Void
    >
  {
    throwingPoint(
      PlainCall<S>.self, scope, requirement,
      before: { run in { subject, all in try run(subject, all.0, all.1) } },
      around: { run in
        { subject, all, proceed in
          try run(subject, all.0, all.1) { a, b in try proceed(subject, (a, b)) }
        }
      },
      after: { run in { subject, all, outcome in run(subject, all.0, all.1, outcome) } })
  }
}
