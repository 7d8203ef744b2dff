// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax

/// Renders checks by which the compiler finds a member of a requirement's name in a
/// protocol that the extensible one refines.
///
/// The generated default would be called in its place.
///
/// A generated protocol that refines the same protocols declares each requirement
/// with a result type of its own, as the least preferred overload. So a call has
/// another result type only if there is another member.
struct AncestorCheckEmission {
  let declared: ProtocolDeclaration

  private static let result = "Graft::GeneratedCode.DefaultCheck.NoAncestor"

  private var name: String { "_GraftAncestorsOf" + declared.name }

  /// The requirements that can be checked.
  private var requirements: [Requirement] {
    declared.requirements.filter { !$0.lacks(.ancestorCheck) }
  }

  /// The protocol that is written beside the extensible one.
  var refinement: [String] {
    guard let ancestors = declared.ancestors, !requirements.isEmpty else { return [] }
    // A refined protocol, or the module, can isolate it too, and the checks run on no actor.
    let isolation = declared.attributes.customAttributes.isEmpty ? "nonisolated " : ""
    return [
      """
      \(declared.attributes)\(isolation)fileprivate protocol \
      \(name): \(ancestors.bounds)\(ancestors.whereClause) {
      \((ancestors.memberTypes + requirements.flatMap(declarations)).lines)
      }
      """
    ]
  }

  /// The checks in the support namespace.
  var checks: String {
    guard declared.ancestors != nil else { return "" }
    return requirements.flatMap { requirement in
      forms(requirement).map { check(requirement, isAsync: $0) }
    }.joined()
  }

  /// Whether each declaration of a requirement is async.
  ///
  /// A synchronous member can implement an async requirement, and where both can be
  /// called the compiler prefers the one that is as async as the caller.
  private func forms(_ requirement: Requirement) -> [Bool] {
    guard requirement.effects.isAsync else { return [false] }
    // No synchronous member takes an expression that is async.
    if requirement.has(\.isAsyncAutoclosure) { return [true] }
    // Only functions can differ in effects alone.
    return requirement.kind == .method ? [false, true] : [true]
  }

  private func declarations(_ requirement: Requirement) -> [String] {
    forms(requirement).map { isAsync in
      let effects = (isAsync ? " async" : "") + requirement.effects.throwing.inExtension
      return "@_disfavoredOverload \(attributes(requirement, isAsync: isAsync).onOneLine)"
        + declaration(requirement, effects)
    }
  }

  /// The requirement's attributes, without the one that no synchronous member has.
  private func attributes(_ requirement: Requirement, isAsync: Bool) -> String {
    isAsync ? requirement.attributes : requirement.attributes.replacing("@concurrent\n", with: "")
  }

  private func declaration(_ requirement: Requirement, _ effects: String) -> String {
    let modifier = requirement.modifierOfSubject
    let list = requirement.parameters.map { $0.inExtension }.list
    let accessor = modifier == "mutating " ? "mutating get" : "get"
    let head = modifier == "mutating " ? "" : modifier
    if requirement.isProperty {
      return "\(head)var \(requirement.writtenName): \(Self.result) { \(accessor)\(effects) }"
    }
    let (generics, clause) = (requirement.generics.inExtension, requirement.whereClause.inExtension)
    if requirement.isSubscript {
      return
        "\(head)subscript\(generics)(\(list)) -> \(Self.result)\(clause) { \(accessor)\(effects) }"
    }
    return """
      \(modifier)func \(requirement.writtenName)\(generics)(\(list))\(effects) \
      -> \(Self.result)\(clause)
      """
  }

  private func check(_ requirement: Requirement, isAsync: Bool) -> String {
    let generics = requirement.generics.inSupport
    let more = generics.isEmpty ? ">" : ", " + generics.dropFirst()
    let subject = requirement.subject == .type ? "Subject.Type" : "inout Subject"
    let parameters =
      ["_ subject: \(subject)"] + requirement.parameters.map { $0.ofMethod(\.inSupport) }
    let effects = (isAsync ? " async" : "") + requirement.effects.throwing.inSupport
    let marks = requirement.effects.tries + (isAsync ? "await " : "")
    let call = "\(marks)\(requirement.member(of: "subject"))"
    let name = "_check\(requirement.number)\(isAsync ? "Async" : "")"
    // It returns nothing that could be discarded.
    let isOnOwn = requirement.saysWhereItRuns && (isAsync || !requirement.isConcurrent)
    let attributes =
      (declared.attributes(isOnOwn: isOnOwn) + attributes(requirement, isAsync: isAsync))
      .replacing("@discardableResult\n", with: "").onOneLine
    return """
        \(attributes)private static func \(name)<Subject: \(self.name)\(more)\
      (\(parameters.list))\(effects)\(requirement.whereClause.inSupport) {
          let found = Graft::GeneratedCode.DefaultCheck.Found(\(call))
      \(requirement.placed("Graft::GeneratedCode.DefaultCheck.ancestor(found.value)"))
        }

      """
  }
}
