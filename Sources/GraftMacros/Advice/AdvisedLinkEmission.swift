// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax

/// Renders the class of the links that run advice.
struct AdvisedLinkEmission {
  let declared: ProtocolDeclaration

  var source: String {
    """
      /// Runs advice.
      \(declared.attributes)\(declared.isolation)fileprivate final class \
    _Link<Subject: \(declared.subjectConstraint)>: \(declared.className)<Subject> {
        \(linkInitialiser(declared.access.modifier))
    \(declared.requirements.compactMap(method).lines)
      }
    """
  }

  /// The method that runs advice, or only checks for the compiler if no advice can
  /// run there; nil if there is neither.
  private func method(_ requirement: Requirement) -> String? {
    let signature = AdviceSignature(declared: declared, requirement: requirement)
    let checks = DefaultCheckEmission(declared: declared, requirement: requirement).checks
    if signature.obstacle != nil && checks.isEmpty { return nil }
    return signature.isolated { isolation in
      requirement.placed(
        """
        \(requirement.attributes.onOneLine)\(isolation)override func \
        \(requirement.supportSignature) {
        \((checks + [body(requirement, signature)]).lines)
        }
        """)
    }
  }

  private func body(_ requirement: Requirement, _ signature: AdviceSignature) -> String {
    if signature.obstacle != nil {
      let call = "Swift::fatalError()"
      // The `return` keeps a result builder, which a default does not have, from
      // transforming the body.
      return "      " + (requirement.attributeTypes.isEmpty ? call : "return { \(call) }()")
    }
    let call = AdvisedCall(declared: declared, requirement: requirement, signature: signature)
    let packing = ArgumentPacking(requirement: requirement, signature: signature)
    let packed = packing.packed(requirement.arguments(\.given)) { arguments in
      call.source(
        arguments,
        requirement.call(
          on: "super", subject: "subject",
          arguments: packing.unpacked("arguments", isMarked: false)))
    }
    return "      return " + (signature.thrownType == nil ? packed : "try \(packed).get()")
  }
}

/// Renders the call by which a method of a link runs advice.
private struct AdvisedCall {
  let declared: ProtocolDeclaration
  let requirement: Requirement
  let signature: AdviceSignature

  /// The call that runs advice, which gives a `Result` for a requirement with a typed throw.
  ///
  /// - Parameters:
  ///   - arguments: the value that carries all arguments.
  ///   - rest: the rest of the call, with `subject` and `arguments`.
  func source(_ arguments: String, _ rest: String) -> String {
    guard !signature.isIsolated else { return isolated(arguments, rest) }
    let function = signature.canThrow ? "advisedThrowing" : "advised"
    let subject = signature.isInOut ? "changing: &subject" : "subject"
    return signature.tries + signature.awaits + unsafeMark
      + "Graft::GeneratedCode.\(function)(self, \(subject), \(arguments), any: \(any)) "
      + "{ \(head)\(withoutThrownType(rest)) }"
  }

  /// `unsafe `, if the type of the packed arguments or of the result is.
  private var unsafeMark: String {
    let packing = ArgumentPacking(requirement: requirement, signature: signature)
    return UnsafeTypes.mark("\(packing.type), \(signature.result)")
  }

  private var any: String {
    if signature.dependsOnSubject { return "{ $0 }" }
    return "{ $0 as any \(declared.name)\(requirement.subject == .type ? ".Type" : "") }"
  }

  private var head: String {
    // The `try` of such a parameter makes a closure throw unless its type is written.
    if requirement.has(\.isEffectfulAutoclosure) {
      let subject = signature.isInOut ? "subject: inout Subject, " : ""
      let type = ArgumentPacking(requirement: requirement, signature: signature).type
      return "(\(subject)arguments: \(type))\(signature.effectText) -> \(signature.result) in "
    }
    return (signature.isInOut ? "subject, " : "") + "\(argumentsName) in "
  }

  private var argumentsName: String {
    signature.parameterTypes.isEmpty ? "_" : "arguments"
  }

  /// The rest of the call without its typed throw, which becomes a `Result`.
  private func withoutThrownType(_ rest: String) -> String {
    let call = requirement.marksOfCall + rest
    guard let thrown = signature.thrownType else { return call }
    return """
      \(signature.awaits)\(signature.unsafeMarkOfResult)Graft::GeneratedCode.result { \
      ()\(signature.effectText) throws(\(thrown)) in \(call) }
      """
  }

  /// The call for an isolated requirement.
  ///
  /// Closures in this method, and the closure of an advice, whose type says so, are
  /// on the actor that the call is on.
  private func isolated(_ arguments: String, _ rest: String) -> String {
    let packing = ArgumentPacking(requirement: requirement, signature: signature)
    let run = signature.isolatedRun(.subject, packing.typeOfParameter)
    let mark = unsafeMark
    // If the subject is an actor, only the method's own parameter says that the call
    // is on it.
    let (place, passed) = signature.isOnInstance ? ("_", "subject") : ("place", "place")
    let around = """
      { advice, \(place), arguments, rest in let run: \(run) = \(mark)advice.closure(); \
      return try \(mark)run(\(passed), arguments, rest) }
      """
    let function = signature.takesErasedSubject ? "advisedOnActor" : "advisedIsolated"
    let (subject, parameter, rest) =
      signature.isInOut
      ? ("changing: &subject", "place", rest.replacing("&subject", with: "&place.pointee"))
      : ("subject", "_", rest)
    return signature.withoutThrowing(
      """
      try \(mark)Graft::GeneratedCode.\(function)\
      (self, \(subject), \(arguments), around: \(around)) \
      { \(parameter), \(argumentsName) in \(withoutThrownType(rest)) }
      """)
  }
}
