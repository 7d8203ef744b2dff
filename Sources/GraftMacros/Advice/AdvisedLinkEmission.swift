// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax

/// Renders the class of the links that run advice.
struct AdvisedLinkEmission {
  private let declared: ProtocolDeclaration

  init(_ declared: ProtocolDeclaration) {
    self.declared = declared
  }

  var source: String {
    let constraint = declared.context.isNoncopyable ? "\(declared.name) & ~Copyable" : declared.name
    return """
        /// Runs advice.
        \(declared.attributes)\(declared.isolation)fileprivate final class _Link<Subject: \(constraint)>: \(declared.className)<Subject> {
          nonisolated \(declared.access.modifier)required init(_ successors: Graft::LinkSuccessors) { super.init(successors) }
      \(declared.requirements.compactMap(method).joined(separator: "\n"))
        }
      """
  }

  /// The method that runs advice, or only checks for the compiler if no advice can
  /// run there; nil if there is neither.
  private func method(_ requirement: Requirement) -> String? {
    let signature = AdviceSignature(declared, requirement)
    let checks = DefaultCheckEmission(declared, requirement).checks
    if signature.obstacle != nil && checks.isEmpty { return nil }
    let attributes = requirement.attributes.replacing("\n", with: " ")
    return signature.isolated { isolation in
      requirement.placed(
        """
        \(attributes)\(isolation)override func \(requirement.supportSignature) {
        \((checks + [body(requirement, signature)]).joined(separator: "\n"))
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
    let call = AdvisedCall(declared, requirement, signature)
    let packing = ArgumentPacking(requirement, signature)
    let given =
      (requirement.newValue == nil ? [] : ["newValue"]) + requirement.parameters.map(\.given)
    let packed = packing.packed(given) { arguments in
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
  private let declared: ProtocolDeclaration
  private let requirement: Requirement
  private let signature: AdviceSignature

  init(
    _ declared: ProtocolDeclaration, _ requirement: Requirement, _ signature: AdviceSignature
  ) {
    self.declared = declared
    self.requirement = requirement
    self.signature = signature
  }

  /// The call that runs advice, which gives a `Result` for a requirement with a typed throw.
  ///
  /// - Parameters:
  ///   - arguments: the value that carries all arguments.
  ///   - rest: the rest of the call, with `subject` and `arguments`.
  func source(_ arguments: String, _ rest: String) -> String {
    guard !signature.isIsolated else { return isolated(arguments, rest) }
    let function = signature.canThrow ? "advisedThrowing" : "advised"
    let subject = signature.isInOut ? "changing: &subject" : "subject"
    return signature.effects
      + "Graft::GeneratedCode.\(function)(self, \(subject), \(arguments), any: \(any)) "
      + "{ \(head)\(withoutThrownType(rest)) }"
  }

  private var any: String {
    signature.dependsOnSubject ? "{ $0 }" : "{ $0 as \(anySubject) }"
  }

  private var anySubject: String {
    "any \(declared.name)\(requirement.subject == .type ? ".Type" : "")"
  }

  private var head: String {
    // The `try` of such a parameter makes a closure throw unless its type is written.
    if requirement.parameters.contains(where: \.isEffectfulAutoclosure) {
      let subject = signature.isInOut ? "subject: inout Subject, " : ""
      let type = ArgumentPacking(requirement, signature).type
      return "(\(subject)arguments: \(type))\(signature.effectText) -> \(signature.result) in "
    }
    return (signature.isInOut ? "subject, " : "") + "\(argumentsName) in "
  }

  private var argumentsName: String {
    signature.parameterTypes.isEmpty ? "_" : "arguments"
  }

  /// The rest of the call without its typed throw, which becomes a `Result`.
  private func withoutThrownType(_ rest: String) -> String {
    guard let thrown = signature.thrownType else { return signature.effects + rest }
    return
      "\(signature.awaits)\(signature.unsafeMarkOfResult)Graft::GeneratedCode.result { ()\(signature.isAsync ? " async" : "") throws(\(thrown)) in try \(signature.awaits)\(signature.unsafeMark)\(rest) }"
  }

  /// The call for an isolated requirement.
  ///
  /// Closures in this method, and the closure of an advice, whose type says so, are
  /// on the actor that the call is on.
  private func isolated(_ arguments: String, _ rest: String) -> String {
    let type = ArgumentPacking(requirement, signature).typeOfParameter
    let mark = signature.unsafeMark
    // If the subject is an actor, only the method's own parameter says that the call
    // is on it.
    let isActor = signature.isOnInstance
    let around =
      "let run: \(signature.isolatedRun(.subject, type)) = \(mark)advice.closure(); return try \(mark)run(\(isActor ? "subject" : "place"), arguments, rest)"
    let restSubject = signature.isInOut ? "place" : "_"
    let restCall =
      signature.isInOut ? rest.replacing("&subject", with: "&place.pointee") : rest
    let function = signature.takesErasedSubject ? "advisedOnActor" : "advisedIsolated"
    let call =
      "try \(mark)Graft::GeneratedCode.\(function)(self, \(signature.isInOut ? "changing: &subject" : "subject"), \(arguments), around: { advice, \(isActor ? "_" : "place"), arguments, rest in \(around) }) "
      + "{ \(restSubject), \(argumentsName) in \(withoutThrownType(restCall)) }"
    guard !signature.canThrow else { return call }
    return "\(mark)Graft::GeneratedCode.withoutThrowing { \(call) }"
  }
}
