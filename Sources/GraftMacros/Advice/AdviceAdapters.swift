// SPDX-License-Identifier: Apache-2.0

/// Renders adapters for the closures that users write for a requirement.
///
/// Calls run the adapted closures, which take all arguments as one value and can
/// throw.
struct AdviceAdapters {
  private let signature: AdviceSignature
  private let packing: ArgumentPacking

  init(_ requirement: Requirement, _ signature: AdviceSignature) {
    self.signature = signature
    packing = ArgumentPacking(requirement: requirement, signature: signature)
  }

  /// The arguments of the function that makes the join point.
  var arguments: [String] {
    guard signature.isIsolated else {
      let outcome = takesOutcome ? "outcome" : "_"
      return [
        "before: { run in { subject, arguments in \(running(passed("arguments"))) } }",
        "around: { run in { subject, arguments, proceed in \(around(passed("arguments"))) } }",
        "after: { run in { subject, arguments, \(outcome) in \(runningAfter) } }",
      ]
    }
    return [
      "before: { run in { \(opening(isolatedBefore(passed(innerArguments)))) } }",
      "around: { run in { \(opening("return " + around(passed(innerArguments)))) } }",
      "after: { run in { \(opening(isolatedAfter(passed(innerArguments)))) } }",
      "bareBefore: { run in { \(opening(isolatedBefore(""))) } }",
      "bareAround: { run in { \(opening(bareAround)) } }",
      "bareAfter: { run in { \(opening(isolatedAfter(""))) } }",
    ]
  }

  private var marks: String { signature.effects }

  /// The parameters of a closure on an actor, and its statements.
  ///
  /// The compiler believes that an inner closure which can throw may run elsewhere than on the
  /// actor's instance, with its captures; and its isolation checker does not understand a call
  /// that reads a reference and a function of C from one tuple.
  private func opening(_ statements: String) -> String {
    let proceed =
      signature.isOnInstance && signature.canThrow
      ? "nonisolated(unsafe) let proceed = proceed; " : ""
    let arguments =
      wrapsArguments ? "let arguments = Graft::GeneratedCode.Passed(arguments); " : ""
    return "subject, arguments, proceed in \(proceed)\(arguments)\(statements)"
  }

  /// Whether `opening` wraps the arguments.
  private var wrapsArguments: Bool {
    signature.isOnInstance && !packing.isEmpty && !packing.holdsSpan
  }

  /// The arguments behind `opening`.
  private var innerArguments: String { wrapsArguments ? "arguments.value" : "arguments" }

  /// The subject for closures that can't change it.
  private var subject: String {
    signature.takesErasedSubject
      ? "subject.value()" : signature.isInOut ? "subject.pointee" : "subject"
  }

  private func passed(_ arguments: String) -> String {
    ([signature.isInOut ? "&subject.pointee" : subject] + packing.unpacked(arguments)).list
  }

  /// Whether a closure that runs after the call is given its outcome.
  private var takesOutcome: Bool { signature.canThrow || !signature.isVoid }

  /// A closure that runs after the call.
  private var runningAfter: String {
    let mark = takesOutcome ? signature.unsafeMark : signature.unsafeMarkOfArguments
    return signature.awaits + mark
      + "run(\(passed("arguments"))\(takesOutcome ? ", outcome" : ""))"
  }

  private func isolatedBefore(_ passed: String) -> String {
    "\(running(passed)); return \(rest())"
  }

  /// A closure that has no result.
  private func running(_ passed: String) -> String {
    let mark = passed.isEmpty ? "" : signature.unsafeMarkOfArguments
    return signature.tries + signature.awaits + mark + "run(\(passed))"
  }

  /// The rest of the call, as the closure that runs it is written: it can throw.
  private func rest(_ arguments: String? = nil) -> String {
    let marks = "try " + signature.awaits + signature.unsafeMark
    return "\(marks)proceed(subject, \(arguments ?? innerArguments))"
  }

  /// The rest of the call for a closure of the user's, which throws if the requirement can.
  private func proceed(_ arguments: String? = nil) -> String {
    signature.withoutThrowing(rest(arguments))
  }

  private var bareAround: String { "return \(signature.effectsOfResult)run { \(proceed()) }" }

  private func around(_ passed: String) -> String {
    guard signature.passesArguments else {
      return "\(signature.effectsOfResult)run(\(subject)) { \(proceed()) }"
    }
    let names = signature.parameterTypes.indices.map { "b\($0)" }
    let call = packing.packed(names) { packed in
      guard signature.isInOut else { return proceed(packed) }
      let lending = signature.isAsync ? "withReference(toCopy:" : "withReference(to:"
      return """
        \(signature.effectsOfResult)Graft::GeneratedCode.\(lending) &subject) { subject in \
        \(proceed(packed)) }
        """
    }
    let parameters = (signature.isInOut ? ["subject"] : []) + names
    let head = parameters.isEmpty ? "" : parameters.list + " in "
    return "\(marks)run(\(passed)) { \(head)\(call) }"
  }

  /// The adapter of a closure that runs on an actor after the call.
  ///
  /// - Parameter passed: the subject and the arguments; empty for a closure without parameters.
  private func isolatedAfter(_ passed: String) -> String {
    let isBare = passed.isEmpty
    if signature.canThrow {
      let run = isBare ? "{ _ in run() }" : "{ \(signature.unsafeMark)run(\(passed), $0) }"
      let call =
        "try \(signature.unsafeMarkOfResult)Graft::GeneratedCode.after({ \(rest()) }) \(run)"
      // The isolation checker does not understand a call that is returned at once, where its result
      // is not Sendable.
      return signature.isVoid
        ? "return \(call)"
        : "let result: \(signature.result) = \(call); return \(signature.unsafeMarkOfResult)result"
    }
    let mark =
      isBare
      ? "" : signature.isVoid ? signature.unsafeMarkOfArguments : signature.unsafeMark
    let run = "\(mark)run(\(isBare || signature.isVoid ? passed : passed + ", result"))"
    guard !signature.isVoid else { return "\(rest()); \(run)" }
    return """
      let result: \(signature.result) = \(rest()); \(run); \
      return \(signature.unsafeMarkOfResult)result
      """
  }
}
