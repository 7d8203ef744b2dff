// SPDX-License-Identifier: Apache-2.0

/// The join point of a requirement that is an actor's and can't be suspended: its closures
/// run on that actor, and their types say so.
public struct IsolatedJoinPoint<
  Subject, Proceed, Before, Around, After, BeforeSubject, BeforeNothing, AroundSubject,
  AroundNothing, AfterSubject, AfterNothing
>: @unchecked Sendable {
  private let point: JoinPoint<Subject, Proceed, Before, Around, After>

  /// For the code of `@Extensible`.
  @inline(never)
  public init(
    _ scope: _JoinPointScope, _ requirement: Int, after: GeneratedCode.AfterClosure = .result
  ) {
    point = JoinPoint(scope, requirement, after: after)
  }

  /// For the code of `@Extensible`, where calls can't run the closures as they are.
  public init<RunBefore, RunAround, RunAfter>(
    _ scope: _JoinPointScope, _ requirement: Int, after form: GeneratedCode.AfterClosure = .result,
    before: @escaping (Before) -> RunBefore, around: @escaping (Around) -> RunAround,
    adaptedAfter after: @escaping (After) -> RunAfter
  ) {
    point = JoinPoint(
      scope, requirement, after: form, before: before, around: around, adaptedAfter: after)
  }

  #isolatedForms
}

@freestanding(declaration, names: named(before), named(around), named(after))
private macro isolatedForms() = #externalMacro(module: "GraftMacros", type: "IsolatedForms")

extension IsolatedJoinPoint: UntypedJoinPoint {
  /// Installs a closure of the kind's type with all parameters.
  public func install(
    _ kind: AdviceKind, _ closure: any Sendable, _ options: [AdviceOption], source: String
  ) throws(AdviceError) -> AdviceToken {
    try point.install(kind, closure, options, source: source)
  }
}

/// A closure as one of another type that is called in the same way: without the actor that
/// it is on, which the call is on too.
func withoutIsolation<Isolated, Plain>(_ closure: Isolated, as type: Plain.Type) -> Plain {
  let body = AdviceClosure(.end, closure)
  // The one class read as the other does not keep the object.
  return withExtendedLifetime(body) {
    unsafe Unmanaged<AdviceClosure<Plain>>.fromOpaque(Unmanaged.passUnretained(body).toOpaque())
      ._withUnsafeGuaranteedRef { $0.run }
  }
}
