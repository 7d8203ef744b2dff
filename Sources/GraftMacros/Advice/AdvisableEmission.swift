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

  /// What the compiler finds wrong with it, it says where the member is declared.
  var body: String { placed(dispatch) }

  private func placed(_ code: String) -> String { member.place?.aroundLines(code) ?? code }

  private var dispatch: String {
    let type =
      requirement.methodName == "init"
      ? "\(member.typeName).self" : isStatic ? "self" : "Swift.type(of: self)"
    let subject = requirement.methodName == "init" ? "\(member.typeName).self" : "self"
    // The parameters have the names that the author gave them: these are none of them.
    var requirement = requirement
    requirement.parameters = requirement.parameters.map(\.withWrittenName)
    let call = requirement.call(
      link: "DispatchedLink.unmanaged(_graftHead, as: \(member.baseName).self)", subject: subject,
      naming: "_graftLink", \.inProtocol)
    let head =
      "let _graftHead = \(member.adviceName)._Own.head(\(member.typeName).self, \(type)) { "
      + "\(member.linkName)($0) }\n"
    guard case .initialiser(let initialiser) = member.form else {
      return head + call.setup + "return " + call.expression
    }
    return initialiser.optionalMark == nil
      ? head + call.setup + "self = " + call.expression
      : head + call.setup + "guard let _graftMade = (\(call.expression)) else { return nil }\n"
        + "self = _graftMade"
  }

  // MARK: Beside it

  var peers: [String] { [implementation, placed(link)] }

  /// Of a property, in place of what it stores.
  static func accessors(_ members: [AdvisableMember]) -> [String] {
    let emissions = members.map(AdvisableEmission.init)
    guard let getter = emissions.first else { return [] }
    let storage = getter.member.storageName
    return [
      """
      @storageRestrictions(initializes: \(storage))
      init(initialValue) { \(storage) = initialValue }
      """,
      "get {\n\(getter.body)\n}",
      emissions.count > 1 ? "set {\n\(emissions[1].body)\n}" : "set { \(storage) = newValue }",
    ]
  }

  /// The storage, and a link for each accessor.
  static func peers(_ members: [AdvisableMember]) -> [String] {
    let emissions = members.map(AdvisableEmission.init)
    return emissions.prefix(1).map(\.implementation) + emissions.map { $0.placed($0.link) }
  }

  /// On the lines where the author has it, for errors in the body.
  private var implementation: String {
    member.place?.around(written) ?? written
  }

  private var written: String {
    switch member.form {
    case .method(var function):
      let kept: [Keyword] = [.static, .mutating, .nonisolated, .consuming, .borrowing]
      let modifiers = function.modifiers.filter { modifier in
        kept.contains { modifier.name.tokenKind == .keyword($0) }
      }.map { $0.trimmedDescription + " " }.joined()
      let attributes = attributes(function.attributes)
      let isFinal = member.isClass && !isStatic
      function.attributes = []
      function.modifiers = []
      function.name = function.name.with(\.tokenKind, .identifier(member.implementationName))
      return "\(attributes)fileprivate \(isFinal ? "final " : "")\(modifiers)\(function.trimmed)"
    case .stored(let binding):
      let initialValue = binding.initializer.map { " " + $0.trimmedDescription } ?? ""
      return
        "fileprivate var \(member.storageName)\(binding.typeAnnotation!.trimmedDescription)\(initialValue)"
    case .initialiser(let initialiser):
      let list = initialiser.signature.parameterClause.parameters.description
      let effects = initialiser.signature.effectSpecifiers?.trimmedDescription ?? ""
      return """
        \(attributes(initialiser.attributes))fileprivate init\(initialiser.optionalMark?.text ?? "")(\(member.implementationName): Void\(list.isEmpty ? "" : ", " + list)) \(effects) \(initialiser.body!.trimmedDescription)
        """
    }
  }

  private func attributes(_ attributes: AttributeListSyntax) -> String {
    attributes.filter { element in
      element.as(AttributeSyntax.self)?.isNamed("Advisable") != true
    }.map { $0.trimmedDescription + " " }.joined()
  }

  private var link: String {
    let effects =
      (requirement.effects.canThrow ? "try " : "") + (requirement.effects.isAsync ? "await " : "")
    return """
      private final class \(member.linkName): \(member.baseName) {
        typealias Subject = \(member.typeName)
        nonisolated required init(_ seat: LinkSeat) { super.init(seat) }
        \(requirement.attributes)override func \(requirement.classSignature) {
          \(requirement.newValue == nil ? "return " : "")\(effects)\(call)
        }
      }
      """
  }

  private var call: String {
    if case .stored = member.form {
      let storage = "subject.\(member.storageName)"
      return requirement.newValue == nil ? storage : "\(storage) = newValue"
    }
    let arguments = requirement.parameters.map(\.argument)
    if requirement.methodName == "init" {
      let list = ["\(member.implementationName): ()"] + arguments
      return "Subject(\(list.joined(separator: ", ")))"
    }
    return "subject.\(member.implementationName)(\(arguments.joined(separator: ", ")))"
  }
}
