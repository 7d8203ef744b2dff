// SPDX-License-Identifier: Apache-2.0

// The join points of requirements with two or three arguments, and a subject that is not changed.
// Adapters in generated code would take a fifth of the time that a declaration compiles.
extension GeneratedCode {
  /// Makes the join point of a requirement with two arguments.
  public static func point<S, A, B, O: ~Copyable>(
    ofTwo scope: GeneratedCode.JoinPointScope, _ requirement: Int
  )
    -> Point<
      S, (A, B), O, @Sendable (S, A, B) -> Void, @Sendable (S, A, B, (A, B) -> O) -> O,
      @Sendable (S, A, B, borrowing O) -> Void
    >
  {
    point(
      scope, requirement, before: { run in { subject, all in run(subject, all.0, all.1) } },
      around: { run in
        { subject, all, proceed in
          run(subject, all.0, all.1) { a, b in withoutThrowing { try proceed(subject, (a, b)) } }
        }
      },
      after: { run in
        { subject, all, proceed in
          let result = try proceed(subject, all)
          run(subject, all.0, all.1, result)
          return result
        }
      })
  }

  /// Makes the join point of a requirement with two arguments and without a result.
  public static func voidPoint<S, A, B>(
    ofTwo scope: GeneratedCode.JoinPointScope, _ requirement: Int
  )
    -> Point<
      S, (A, B), Void, @Sendable (S, A, B) -> Void, @Sendable (S, A, B, (A, B) -> Void) -> Void,
      @Sendable (S, A, B) -> Void
    >
  {
    point(ofTwo: scope, requirement).with { run in
      CallAdvice<PlainCall<S>, (A, B), Void>(.after) { subject, all, proceed in
        try proceed(subject, all)
        run(subject, all.0, all.1)
      }
    }
  }

  /// Makes the join point of a requirement with two arguments that can throw.
  public static func throwingPoint<S, A, B, O: ~Copyable>(
    ofTwo scope: GeneratedCode.JoinPointScope, _ requirement: Int
  )
    -> ThrowingPoint<
      S, (A, B), O, @Sendable (S, A, B) throws -> Void,
      @Sendable (S, A, B, (A, B) throws -> O) throws -> O,
      @Sendable (S, A, B, borrowing Result<O, any Error>) -> Void
    >
  {
    throwingPoint(
      scope, requirement, before: { run in { subject, all in try run(subject, all.0, all.1) } },
      around: { run in
        { subject, all, proceed in
          try run(subject, all.0, all.1) { a, b in try proceed(subject, (a, b)) }
        }
      },
      after: { run in
        { subject, all, proceed in
          try after({ try proceed(subject, all) }) { run(subject, all.0, all.1, $0) }
        }
      })
  }

  /// Makes the join point of a requirement with three arguments.
  public static func point<S, A, B, C, O: ~Copyable>(
    ofThree scope: GeneratedCode.JoinPointScope, _ requirement: Int
  )
    -> Point<
      S, (A, B, C), O, @Sendable (S, A, B, C) -> Void,
      @Sendable (S, A, B, C, (A, B, C) -> O) -> O, @Sendable (S, A, B, C, borrowing O) -> Void
    >
  {
    point(
      scope, requirement, before: { run in { subject, all in run(subject, all.0, all.1, all.2) } },
      around: { run in
        { subject, all, proceed in
          run(subject, all.0, all.1, all.2) { a, b, c in
            withoutThrowing { try proceed(subject, (a, b, c)) }
          }
        }
      },
      after: { run in
        { subject, all, proceed in
          let result = try proceed(subject, all)
          run(subject, all.0, all.1, all.2, result)
          return result
        }
      })
  }

  /// Makes the join point of a requirement with three arguments and without a result.
  public static func voidPoint<S, A, B, C>(
    ofThree scope: GeneratedCode.JoinPointScope, _ requirement: Int
  )
    -> Point<
      S, (A, B, C), Void, @Sendable (S, A, B, C) -> Void,
      @Sendable (S, A, B, C, (A, B, C) -> Void) -> Void, @Sendable (S, A, B, C) -> Void
    >
  {
    point(ofThree: scope, requirement).with { run in
      CallAdvice<PlainCall<S>, (A, B, C), Void>(.after) { subject, all, proceed in
        try proceed(subject, all)
        run(subject, all.0, all.1, all.2)
      }
    }
  }

  /// Makes the join point of a requirement with three arguments that can throw.
  public static func throwingPoint<S, A, B, C, O: ~Copyable>(
    ofThree scope: GeneratedCode.JoinPointScope, _ requirement: Int
  )
    -> ThrowingPoint<
      S, (A, B, C), O, @Sendable (S, A, B, C) throws -> Void,
      @Sendable (S, A, B, C, (A, B, C) throws -> O) throws -> O,
      @Sendable (S, A, B, C, borrowing Result<O, any Error>) -> Void
    >
  {
    throwingPoint(
      scope, requirement,
      before: { run in { subject, all in try run(subject, all.0, all.1, all.2) } },
      around: { run in
        { subject, all, proceed in
          try run(subject, all.0, all.1, all.2) { a, b, c in try proceed(subject, (a, b, c)) }
        }
      },
      after: { run in
        { subject, all, proceed in
          try after({ try proceed(subject, all) }) { run(subject, all.0, all.1, all.2, $0) }
        }
      })
  }
}
