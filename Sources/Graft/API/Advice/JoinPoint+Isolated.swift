// SPDX-License-Identifier: Apache-2.0

extension GeneratedCode {
  /// The join point of an actor's requirement that is not `async`.
  ///
  /// Its closures run on that actor, and their types say so.
  public typealias IsolatedPoint<
    Run, Before, Around, After, BeforeSubject, AroundSubject, AfterSubject, BeforeNothing,
    AfterNothing
  > = JoinPoint<
    Closures<Run, Before, Around, After>, Closures<Run, BeforeSubject, AroundSubject, AfterSubject>,
    Closures<Run, BeforeNothing, Never, AfterNothing>
  >

  /// Makes the join point of an actor's requirement.
  ///
  /// Each closure adapts a user's closure to the form that calls run.
  public static func isolatedPoint<
    Run, Before, Around, After, BeforeSubject, AroundSubject, AfterSubject, BeforeNothing,
    AfterNothing
  >(
    _ scope: GeneratedCode.JoinPointScope, _ requirement: Int,
    before: @escaping (Before) -> Run,
    around: @escaping (Around) -> Run,
    after: @escaping (After) -> Run,
    beforeSubject: @escaping (BeforeSubject) -> Run,
    aroundSubject: @escaping (AroundSubject) -> Run,
    afterSubject: @escaping (AfterSubject) -> Run,
    beforeNothing: @escaping (BeforeNothing) -> Run,
    afterNothing: @escaping (AfterNothing) -> Run
  ) -> IsolatedPoint<
    Run, Before, Around, After, BeforeSubject, AroundSubject, AfterSubject, BeforeNothing,
    AfterNothing
  > {
    JoinPoint(
      AdvisedRequirement(scope, requirement),
      full: ClosureAdapters(
        before: { IsolatedAdvice(.before, before($0)) },
        around: { IsolatedAdvice(.around, around($0)) },
        after: { IsolatedAdvice(.after, after($0)) }),
      ofSubject: ClosureAdapters(
        before: { IsolatedAdvice(.before, beforeSubject($0)) },
        around: { IsolatedAdvice(.around, aroundSubject($0)) },
        after: { IsolatedAdvice(.after, afterSubject($0)) }),
      bare: ClosureAdapters(
        before: { IsolatedAdvice(.before, beforeNothing($0)) },
        around: { _ in preconditionFailure("nothing is of this closure's type") },
        after: { IsolatedAdvice(.after, afterNothing($0)) }))
  }
}
