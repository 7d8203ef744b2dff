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
    packing = ArgumentPacking(requirement, signature)
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
    let (apart, inner) = takenApart(innerArguments)
    let aroundApart = signature.passesArguments ? apart : ""
    return [
      "before: { run in { \(isolatedBefore(takenApart("arguments").passed, apart)) } }",
      "around: { run in { \(opening(around(inner), aroundApart)) } }",
      "after: { run in { \(opening(isolatedAfter(inner, apart))) } }",
      "bareBefore: { run in { \(isolatedBefore("")) } }",
      "bareAround: { run in { \(opening("\(signature.effectsOfResult)run { \(proceed()) }")) } }",
      "bareAfter: { run in { \(opening(isolatedAfter(""))) } }",
    ]
  }

  private var marks: String { signature.effects }

  /// The parameters and the body of a closure that calls `proceed` in an inner closure.
  ///
  /// If both are on an actor's instance and can throw, the compiler believes that the
  /// inner one may outlive the call, with what it captures. A `let` that binds a closure
  /// which does not escape is no help: optimised code frees it before it is called.
  ///
  /// - Parameter apart: the statement of `takenApart` that the body needs.
  private func opening(_ body: String, _ apart: String = "") -> String {
    let parameters = "subject, arguments, proceed in "
    guard signature.isOnInstance, signature.canThrow else {
      return parameters + (apart.isEmpty ? "" : apart + "return ") + body
    }
    let sent = sendsArguments ? "let arguments = Graft::GeneratedCode.Passed(arguments); " : ""
    return parameters + """
      \(signature.effectsOfResult)Swift::withoutActuallyEscaping(proceed) { proceed in \
      nonisolated(unsafe) let proceed = proceed; \(sent)return \(body) }
      """
  }

  /// The subject for closures that can't change it.
  private var subject: String {
    signature.takesErasedSubject
      ? "subject.value()" : signature.isInOut ? "subject.pointee" : "subject"
  }

  /// Whether `opening` wraps the arguments.
  private var sendsArguments: Bool {
    signature.isOnInstance && signature.canThrow && !packing.isEmpty && !packing.holdsSpan
  }

  /// The arguments behind `opening`.
  private var innerArguments: String { sendsArguments ? "arguments.value" : "arguments" }

  private func passed(_ arguments: String) -> String {
    ([signature.isInOut ? "&subject.pointee" : subject] + packing.unpacked(arguments)).list
  }

  /// A statement before a call of a closure on an actor's instance, and what that is passed.
  ///
  /// The compiler's isolation checker does not understand a call there that reads a reference
  /// and a function of C from one tuple. Where the requirement can throw, it does not understand
  /// a closure that captures them either, so the statement would not help.
  private func takenApart(_ arguments: String) -> (statement: String, passed: String) {
    guard signature.isOnInstance, !signature.canThrow,
      let apart = packing.takenApart(arguments)
    else {
      return ("", passed(arguments))
    }
    return (apart.statement, ([subject] + apart.arguments).list)
  }

  /// Whether a closure that runs after the call is given its outcome.
  private var takesOutcome: Bool { signature.canThrow || !signature.isVoid }

  /// A closure that runs after the call.
  private var runningAfter: String {
    let mark = takesOutcome ? signature.unsafeMark : signature.unsafeMarkOfArguments
    return signature.awaits + mark
      + "run(\(passed("arguments"))\(takesOutcome ? ", outcome" : ""))"
  }

  private func isolatedBefore(_ passed: String, _ apart: String = "") -> String {
    let rest = rest("subject", "arguments")
    return "subject, arguments, proceed in \(apart)\(running(passed)); return \(rest)"
  }

  /// A closure that has no result.
  private func running(_ passed: String) -> String {
    let mark = passed.isEmpty ? "" : signature.unsafeMarkOfArguments
    return signature.tries + signature.awaits + mark + "run(\(passed))"
  }

  /// The rest of the call, as the closure that runs it is written: it can throw.
  private func rest(_ subject: String = "subject", _ arguments: String? = nil) -> String {
    let marks = "try " + signature.awaits + signature.unsafeMark
    return "\(marks)proceed(\(subject), \(arguments ?? innerArguments))"
  }

  /// The rest of the call for a closure of the user's, which throws if the
  /// requirement can.
  private func proceed(_ subject: String = "subject", _ arguments: String? = nil) -> String {
    let rest = rest(subject, arguments)
    if signature.canThrow { return rest }
    let marks = signature.awaits + signature.unsafeMarkOfResult
    return "\(marks)Graft::GeneratedCode.withoutThrowing { \(rest) }"
  }

  private func around(_ passed: String) -> String {
    guard signature.passesArguments else {
      return "\(signature.effectsOfResult)run(\(subject)) { \(proceed()) }"
    }
    let names = signature.parameterTypes.indices.map { "b\($0)" }
    let call = packing.packed(names) { packed in
      guard signature.isInOut else { return proceed("subject", packed) }
      let lending = signature.isAsync ? "withReference(toCopy:" : "withReference(to:"
      return """
        \(signature.effectsOfResult)Graft::GeneratedCode.\(lending) &subject) { subject in \
        \(proceed("subject", packed)) }
        """
    }
    let parameters = (signature.isInOut ? ["subject"] : []) + names
    let head = parameters.isEmpty ? "" : parameters.list + " in "
    return "\(marks)run(\(passed)) { \(head)\(call) }"
  }

  /// The adapter of a closure that runs on an actor after the call.
  ///
  /// - Parameters:
  ///   - passed: the subject and the arguments; empty for a closure without parameters.
  ///   - apart: the statement that they need.
  private func isolatedAfter(_ passed: String, _ apart: String = "") -> String {
    let isBare = passed.isEmpty
    if signature.canThrow {
      let run = isBare ? "{ _ in run() }" : "{ \(signature.unsafeMark)run(\(passed), $0) }"
      return "try \(signature.unsafeMarkOfResult)Graft::GeneratedCode.after({ \(rest()) }) \(run)"
    }
    let mark =
      isBare
      ? "" : signature.isVoid ? signature.unsafeMarkOfArguments : signature.unsafeMark
    let run = "\(mark)run(\(isBare || signature.isVoid ? passed : passed + ", result"))"
    guard !signature.isVoid else { return "\(rest()); \(apart)\(run)" }
    return """
      let result: \(signature.result) = \(rest()); \(apart)\(run); \
      return \(signature.unsafeMarkOfResult)result
      """
  }
}
