// SPDX-License-Identifier: Apache-2.0

@freestanding(declaration, names: named(before), named(around), named(after))
private macro mutatingForms(upTo argumentCount: Int, _ subject: String) =
  #externalMacro(module: "GraftMacros", type: "JoinPointForms")

/// The join point of a requirement that changes its subject: closures with arguments can
/// change it too.
public struct MutatingJoinPoint<Subject, Proceed, Before, Around, After>: @unchecked Sendable {
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

  #fullForms
  #mutatingForms(upTo: 4, "inout Subject")

  private func install(
    _ body: AdviceBody, _ options: [AdviceOption], _ fileID: StaticString, _ line: UInt
  ) throws(AdviceError) -> AdviceToken {
    try point.install(body, options, fileID, line)
  }
}

extension MutatingJoinPoint: UntypedJoinPoint {
  /// Installs a closure of the kind's type with all parameters.
  public func install(
    _ kind: AdviceKind, _ closure: any Sendable, _ options: [AdviceOption], source: String
  ) throws(AdviceError) -> AdviceToken {
    try point.install(kind, closure, options, source: source)
  }
}
