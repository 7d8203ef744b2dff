// SPDX-License-Identifier: Apache-2.0

// The join points of requirements that are not `async`. Those that can throw have other adapters:
// Swift 6.3 miscompiles closures that are generic over their error.
extension GeneratedCode {
  /// The join point of a requirement that can't throw.
  public typealias Point<
    Subject, Arguments: ~Copyable & ~Escapable, Output: ~Copyable, Before, Around, After
  > = JoinPoint<
    Closures<Arguments, Before, Around, After>,
    Closures<
      Output, @Sendable (Subject) -> Void, @Sendable (Subject, () -> Output) -> Output,
      @Sendable (Subject) -> Void
    >,
    Closures<
      Void, @Sendable () -> Void, @Sendable (() -> Output) -> Output, @Sendable () -> Void
    >
  >

  /// The join point of a requirement that can throw.
  public typealias ThrowingPoint<
    Subject, Arguments: ~Copyable & ~Escapable, Output: ~Copyable, Before, Around, After
  > = JoinPoint<
    Closures<Arguments, Before, Around, After>,
    Closures<
      Output, @Sendable (Subject) throws -> Void,
      @Sendable (Subject, () throws -> Output) throws -> Output, @Sendable (Subject) -> Void
    >,
    Closures<
      Void, @Sendable () throws -> Void, @Sendable (() throws -> Output) throws -> Output,
      @Sendable () -> Void
    >
  >

  /// Makes the join point of a requirement that can't throw.
  ///
  /// - Parameters:
  ///   - scope: the subjects.
  ///   - requirement: its number.
  ///   - before: adapts a closure with all parameters that runs before the call.
  ///   - around: adapts one that runs around it.
  ///   - after: adapts one that runs after it.
  public static func point<S, A: ~Copyable & ~Escapable, O: ~Copyable, B, Ar, Af>(
    _ scope: JoinPointScope, _ requirement: Int,
    before: @escaping (B) -> Before<S, A>,
    around: @escaping (Ar) -> Around<S, A, O>, after: @escaping (Af) -> Around<S, A, O>
  ) -> Point<S, A, O, B, Ar, Af> {
    point(
      PlainCall<S>.self, AdvisedRequirement(scope, requirement),
      adapters(PlainCall<S>.self, before, around, after))
  }

  /// Makes the join point of a requirement that changes its subject and can't throw.
  public static func changingPoint<S, A: ~Copyable & ~Escapable, O: ~Copyable, B, Ar, Af>(
    _ scope: JoinPointScope, _ requirement: Int,
    before: @escaping (B) -> Before<InoutReference<S>, A>,
    around: @escaping (Ar) -> Around<InoutReference<S>, A, O>,
    after: @escaping (Af) -> Around<InoutReference<S>, A, O>
  ) -> Point<S, A, O, B, Ar, Af> {
    point(
      ChangingCall<S>.self, AdvisedRequirement(scope, requirement),
      adapters(ChangingCall<S>.self, before, around, after))
  }

  /// Makes the join point of a requirement that can throw.
  public static func throwingPoint<S, A: ~Copyable & ~Escapable, O: ~Copyable, B, Ar, Af>(
    _ scope: JoinPointScope, _ requirement: Int,
    before: @escaping (B) -> Before<S, A>,
    around: @escaping (Ar) -> Around<S, A, O>, after: @escaping (Af) -> Around<S, A, O>
  ) -> ThrowingPoint<S, A, O, B, Ar, Af> {
    throwingPoint(
      PlainCall<S>.self, AdvisedRequirement(scope, requirement),
      adapters(PlainCall<S>.self, before, around, after))
  }

  /// Makes the join point of a requirement that changes its subject and can throw.
  public static func changingThrowingPoint<S, A: ~Copyable & ~Escapable, O: ~Copyable, B, Ar, Af>(
    _ scope: JoinPointScope, _ requirement: Int,
    before: @escaping (B) -> Before<InoutReference<S>, A>,
    around: @escaping (Ar) -> Around<InoutReference<S>, A, O>,
    after: @escaping (Af) -> Around<InoutReference<S>, A, O>
  ) -> ThrowingPoint<S, A, O, B, Ar, Af> {
    throwingPoint(
      ChangingCall<S>.self, AdvisedRequirement(scope, requirement),
      adapters(ChangingCall<S>.self, before, around, after))
  }

  // MARK: Common requirements

  // Requirements with at most one argument that do not change their subject: generated code brings
  // no adapters for them.

  /// Makes the join point of a requirement without arguments.
  public static func point<S, O: ~Copyable>(
    ofNone scope: JoinPointScope, _ requirement: Int
  )
    -> Point<
      S, Void, O, @Sendable (S) -> Void, @Sendable (S, () -> O) -> O,
      @Sendable (S, borrowing O) -> Void
    >
  {
    point(
      scope, requirement, before: { run in { subject, _ in run(subject) } },
      around: { run in
        { subject, _, proceed in run(subject) { withoutThrowing { try proceed(subject, ()) } } }
      },
      after: { run in
        { subject, _, proceed in
          let result = try proceed(subject, ())
          run(subject, result)
          return result
        }
      })
  }

  /// Makes the join point of a requirement without arguments and result.
  public static func voidPoint<S>(ofNone scope: JoinPointScope, _ requirement: Int)
    -> Point<
      S, Void, Void, @Sendable (S) -> Void, @Sendable (S, () -> Void) -> Void,
      @Sendable (S) -> Void
    >
  {
    point(ofNone: scope, requirement).with { run in
      CallAdvice<PlainCall<S>, Void, Void>(.after) { subject, _, proceed in
        try proceed(subject, ())
        run(subject)
      }
    }
  }

  /// Makes the join point of a requirement with one argument.
  public static func point<S, A: ~Escapable, O: ~Copyable>(
    ofOne scope: JoinPointScope, _ requirement: Int
  )
    -> Point<
      S, A, O, @Sendable (S, A) -> Void, @Sendable (S, A, (A) -> O) -> O,
      @Sendable (S, A, borrowing O) -> Void
    >
  {
    point(
      scope, requirement, before: { run in { subject, argument in run(subject, copy argument) } },
      around: { run in
        { subject, argument, proceed in
          run(subject, copy argument) { argument in
            withoutThrowing { try proceed(subject, argument) }
          }
        }
      },
      after: { run in
        { subject, argument, proceed in
          let result = try proceed(subject, argument)
          run(subject, copy argument, result)
          return result
        }
      })
  }

  /// Makes the join point of a requirement with one argument and without a result.
  public static func voidPoint<S, A: ~Escapable>(
    ofOne scope: JoinPointScope, _ requirement: Int
  )
    -> Point<
      S, A, Void, @Sendable (S, A) -> Void, @Sendable (S, A, (A) -> Void) -> Void,
      @Sendable (S, A) -> Void
    >
  {
    point(ofOne: scope, requirement).with { run in
      CallAdvice<PlainCall<S>, A, Void>(.after) { subject, argument, proceed in
        try proceed(subject, argument)
        run(subject, copy argument)
      }
    }
  }

  /// Makes the join point of a requirement without arguments that can throw.
  public static func throwingPoint<S, O: ~Copyable>(
    ofNone scope: JoinPointScope, _ requirement: Int
  )
    -> ThrowingPoint<
      S, Void, O, @Sendable (S) throws -> Void, @Sendable (S, () throws -> O) throws -> O,
      @Sendable (S, borrowing Result<O, any Error>) -> Void
    >
  {
    throwingPoint(
      scope, requirement, before: { run in { subject, _ in try run(subject) } },
      around: { run in
        { subject, _, proceed in try run(subject) { try proceed(subject, ()) } }
      },
      after: { run in
        { subject, _, proceed in try after({ try proceed(subject, ()) }) { run(subject, $0) } }
      })
  }

  /// Makes the join point of a requirement with one argument that can throw.
  public static func throwingPoint<S, A: ~Escapable, O: ~Copyable>(
    ofOne scope: JoinPointScope, _ requirement: Int
  )
    -> ThrowingPoint<
      S, A, O, @Sendable (S, A) throws -> Void, @Sendable (S, A, (A) throws -> O) throws -> O,
      @Sendable (S, A, borrowing Result<O, any Error>) -> Void
    >
  {
    throwingPoint(
      scope, requirement,
      before: { run in { subject, argument in try run(subject, copy argument) } },
      around: { run in
        { subject, argument, proceed in
          try run(subject, copy argument) { try proceed(subject, $0) }
        }
      },
      after: { run in
        { subject, argument, proceed in
          try after({ try proceed(subject, argument) }) { run(subject, copy argument, $0) }
        }
      })
  }

  // MARK: Parts

  private static func adapters<
    Kind: CallKind, A: ~Copyable & ~Escapable, O: ~Copyable, B, Ar, Af
  >(
    _ kind: Kind.Type, _ before: @escaping (B) -> Before<Kind.Receiver, A>,
    _ around: @escaping (Ar) -> Around<Kind.Receiver, A, O>,
    _ after: @escaping (Af) -> Around<Kind.Receiver, A, O>
  ) -> ClosureAdapters<Closures<A, B, Ar, Af>> {
    ClosureAdapters(
      before: { CallAdvice<Kind, A, O>(before: before($0)) },
      around: { CallAdvice<Kind, A, O>(.around, around($0)) },
      after: { CallAdvice<Kind, A, O>(.after, after($0)) })
  }

  private static func point<
    Kind: CallKind, A: ~Copyable & ~Escapable, O: ~Copyable, B, Ar, Af
  >(
    _ kind: Kind.Type, _ advised: AdvisedRequirement,
    _ full: ClosureAdapters<Closures<A, B, Ar, Af>>
  ) -> Point<Kind.Subject, A, O, B, Ar, Af> {
    typealias Advice = CallAdvice<Kind, A, O>
    return JoinPoint(
      advised, full: full,
      ofSubject: ClosureAdapters(
        before: { run in Advice(before: { receiver, _ in run(Kind.subject(receiver)) }) },
        around: { run in
          Advice(.around) { receiver, arguments, proceed in
            run(Kind.subject(receiver)) { withoutThrowing { try proceed(receiver, arguments) } }
          }
        },
        after: { run in
          Advice(.after) { receiver, arguments, proceed in
            let result = try proceed(receiver, arguments)
            run(Kind.subject(receiver))
            return result
          }
        }),
      bare: ClosureAdapters(
        before: { run in Advice(before: { _, _ in run() }) },
        around: { run in
          Advice(.around) { receiver, arguments, proceed in
            run { withoutThrowing { try proceed(receiver, arguments) } }
          }
        },
        after: { run in
          Advice(.after) { receiver, arguments, proceed in
            let result = try proceed(receiver, arguments)
            run()
            return result
          }
        }))
  }

  private static func throwingPoint<
    Kind: CallKind, A: ~Copyable & ~Escapable, O: ~Copyable, B, Ar, Af
  >(
    _ kind: Kind.Type, _ advised: AdvisedRequirement,
    _ full: ClosureAdapters<Closures<A, B, Ar, Af>>
  ) -> ThrowingPoint<Kind.Subject, A, O, B, Ar, Af> {
    typealias Advice = CallAdvice<Kind, A, O>
    return JoinPoint(
      advised, full: full,
      ofSubject: ClosureAdapters(
        before: { run in Advice(before: { receiver, _ in try run(Kind.subject(receiver)) }) },
        around: { run in
          Advice(.around) { receiver, arguments, proceed in
            try run(Kind.subject(receiver)) { try proceed(receiver, arguments) }
          }
        },
        after: { run in
          Advice(.after) { receiver, arguments, proceed in
            defer { run(Kind.subject(receiver)) }
            return try proceed(receiver, arguments)
          }
        }),
      bare: ClosureAdapters(
        before: { run in Advice(before: { _, _ in try run() }) },
        around: { run in
          Advice(.around) { receiver, arguments, proceed in
            try run { try proceed(receiver, arguments) }
          }
        },
        after: { run in
          Advice(.after) { receiver, arguments, proceed in
            defer { run() }
            return try proceed(receiver, arguments)
          }
        }))
  }
}
