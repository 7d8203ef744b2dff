// SPDX-License-Identifier: Apache-2.0

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
          nonisolated \(declared.access.modifier)required init(_ seat: Graft::LinkSeat) { super.init(seat) }
      \(declared.requirements.compactMap(method).joined(separator: "\n"))
        }
      """
  }

  /// Nothing stands in front of the others: what they have here is for the compiler to judge.
  private func method(_ requirement: Requirement) -> String? {
    let signature = AdviceSignature(declared, requirement)
    let checks = DefaultCheckEmission(declared, requirement).checks
    if signature.obstacle != nil && checks.isEmpty { return nil }
    return signature.isolated { isolation in
      """
          \(requirement.attributes)\(isolation)override func \(requirement.supportSignature) {
      \((checks + [body(requirement, signature)]).joined(separator: "\n"))
          }
      """
    }
  }

  private func body(_ requirement: Requirement, _ signature: AdviceSignature) -> String {
    if signature.obstacle != nil {
      let call = "Swift::fatalError()"
      // With `return` a result builder, which is none of a default's, leaves the body alone.
      return "      " + (requirement.attributeTypes.isEmpty ? call : "return { \(call) }()")
    }
    let packing = ArgumentPacking(requirement, signature)
    guard signature.hasClosures else {
      let call = requirement.call(on: "super", subject: signature.isInOut ? "$0" : "subject")
      // The `try` of such a parameter makes a closure one that throws, if nothing says else.
      let isMarked = requirement.parameters.contains(where: \.isEffectfulAutoclosure)
      let parameter = signature.isInOut ? "subject: inout Subject" : ""
      let head = "(\(parameter))\(signature.effectText) -> \(signature.result) in "
      return "      return "
        + advised(
          [], signature.isInOut && isMarked ? call.replacing("$0", with: "subject") : call,
          head: isMarked ? head : "", requirement, signature)
    }
    let given =
      (requirement.newValue.map { ["newValue" + Parameter.coercion(to: $0.inProtocol)] } ?? [])
      + requirement.parameters.map(\.given)
    // The names of `inout` parameters: what is packed is what they name.
    let call = packing.packed(given) { arguments in
      let unpacked = packing.unpacked("$", isMarked: false)
        .map { signature.isInOut ? Self.shifted($0) : $0 }
      let call = requirement.call(
        on: "super", subject: signature.isInOut ? "$0" : "subject", arguments: unpacked)
      return advised(arguments, call, requirement, signature)
    }
    return "      return \(call)"
  }

  /// The subject comes first in a closure that changes it.
  private static func shifted(_ argument: String) -> String {
    guard let dollar = argument.firstIndex(of: "$") else { return argument }
    let digits = argument[argument.index(after: dollar)...].prefix(while: \.isNumber)
    let rest = argument[digits.endIndex...]
    return argument[...dollar] + "\((Int(digits) ?? 0) + 1)" + rest
  }

  /// What throws just one type is a call with a `Result` of it, which does not throw.
  private func advised(
    _ arguments: [String], _ rest: String, head: String = "", _ requirement: Requirement,
    _ signature: AdviceSignature
  ) -> String {
    let any =
      signature.dependsOnSubject
      ? "{ $0 }" : "{ $0 as any \(declared.name)\(requirement.subject == .type ? ".Type" : "") }"
    let list =
      ["self", (signature.isInOut ? "&" : "") + "subject"] + arguments
      + ["any: \(any)"]
    func call(_ name: String, _ rest: String) -> String {
      "Graft::GeneratedCode.\(name)(\(list.joined(separator: ", "))) \(rest)"
    }
    guard let thrown = signature.thrownType else {
      return signature.effects
        + call(
          signature.canThrow ? "advisedThrowing" : "advised",
          "{ \(head)\(signature.effects)\(rest) }")
    }
    let names =
      (signature.isInOut ? ["subject"] : [])
      + (signature.hasClosures
        ? ArgumentPacking(requirement, signature).types.indices.map { "a\($0)" } : [])
    let result =
      "\(signature.awaits)Graft::GeneratedCode.result { ()\(signature.isAsync ? " async" : "") throws(\(thrown)) in try \(signature.awaits)\(rest) }"
    let named = names.enumerated().reversed().reduce(result) { text, name in
      text.replacing("$\(name.offset)", with: name.element)
    }
    let list2 = names.isEmpty ? "" : names.joined(separator: ", ") + " in "
    return "try \(signature.awaits)" + call("advised", "{ \(list2)\(named) }") + ".get()"
  }
}
