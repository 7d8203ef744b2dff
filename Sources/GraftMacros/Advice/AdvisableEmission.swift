// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
import SwiftSyntax

/// Renders the dispatch, the implementation and its link for one member.
struct AdvisableEmission {
  private let member: AdvisableMember

  init(_ member: AdvisableMember) {
    self.member = member
  }

  private var requirement: Requirement { member.requirement }
  private var isStatic: Bool { requirement.subject == .type && requirement.methodName != "init" }

  // MARK: In place of the body

  var body: String {
    let type =
      requirement.methodName == "init"
      ? "\(member.typeName).self" : isStatic ? "self" : "type(of: self)"
    let subject = requirement.methodName == "init" ? "\(member.typeName).self" : "self"
    let call = requirement.call(
      link: "DispatchedLink.unmanaged(head, as: \(member.baseName).self)", subject: subject,
      \.inProtocol)
    let head =
      "let head = \(member.adviceName).Own.head(\(member.typeName).self, \(type)) { "
      + "\(member.linkName)($0) }\n"
    guard case .initialiser(let initialiser) = member.form else {
      return head + call.setup + "return " + call.expression
    }
    return initialiser.optionalMark == nil
      ? head + call.setup + "self = " + call.expression
      : head + call.setup + "guard let made = (\(call.expression)) else { return nil }\nself = made"
  }

  // MARK: Beside it

  var peers: [String] { [implementation, link] }

  private var implementation: String {
    switch member.form {
    case .method(let function):
      let kept: [Keyword] = [.static, .mutating, .nonisolated, .consuming, .borrowing]
      let modifiers = function.modifiers.filter { modifier in
        kept.contains { modifier.name.tokenKind == .keyword($0) }
      }.map { $0.trimmedDescription + " " }.joined()
      return """
        \(attributes(function.attributes))fileprivate \(member.isClass && !isStatic ? "final " : "")\(modifiers)func \(member.implementationName)\(function.signature.trimmedDescription)\(function.genericWhereClause.map { " " + $0.trimmedDescription } ?? "") \(function.body!.trimmedDescription)
        """
    case .initialiser(let initialiser):
      let list = initialiser.signature.parameterClause.parameters.trimmedDescription
      let effects = initialiser.signature.effectSpecifiers?.trimmedDescription ?? ""
      return """
        \(attributes(initialiser.attributes))fileprivate init\(initialiser.optionalMark?.text ?? "")(\(member.implementationName): Void\(list.isEmpty ? "" : ", " + list)) \(effects) \(initialiser.body!.trimmedDescription)
        """
    }
  }

  private func attributes(_ attributes: AttributeListSyntax) -> String {
    attributes.filter { element in
      element.as(AttributeSyntax.self)?.isNamed("Advisable") != true
    }.map { $0.trimmedDescription + "\n" }.joined()
  }

  private var link: String {
    let effects =
      (requirement.effects.canThrow ? "try " : "") + (requirement.effects.isAsync ? "await " : "")
    return """
      private final class \(member.linkName): \(member.baseName) {
        typealias Subject = \(member.typeName)
        \(requirement.attributes)override func \(requirement.classSignature) {
          return \(effects)\(call)
        }
      }
      """
  }

  private var call: String {
    let arguments = requirement.parameters.map(\.argument)
    if requirement.methodName == "init" {
      let list = ["\(member.implementationName): ()"] + arguments
      return "Subject(\(list.joined(separator: ", ")))"
    }
    return "subject.\(member.implementationName)(\(arguments.joined(separator: ", ")))"
  }
}
