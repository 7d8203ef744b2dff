// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
import SwiftSyntax

/// Renders the dispatch, the implementation and its link for one member.
struct AdvisableEmission {
  let member: AdvisableMember

  private var requirement: Requirement { member.requirement }
  private var isStatic: Bool { requirement.subject == .type && requirement.kind != .initialiser }

  // MARK: The new body

  /// The body that dispatches.
  ///
  /// The compiler's errors about it point at the member's declaration.
  var body: String { member.place.around(dispatch) }

  private var dispatch: String {
    let type =
      requirement.kind == .initialiser
      ? "\(member.typeName).self" : isStatic ? "self" : "Swift::type(of: self)"
    let subject = requirement.kind == .initialiser ? "\(member.typeName).self" : "self"
    // The parameters keep the names that the author gave them, and these names are
    // different.
    var requirement = requirement
    requirement.parameters = requirement.parameters.map(\.written)
    let call = requirement.call(
      link: dispatchedLink("_graftHead", as: member.baseName), subject: subject,
      naming: "_graftLink", \.inProtocol)
    let start = """
      let _graftHead = Graft::GeneratedCode.ownHead(\
      \(member.supportName)._Base<\(member.typeName)>.self, \(member.requirementNumber), \
      \(type), \(member.supportName).\(Epoch.prefix)base(of: \(type))) { \
      \(member.typeName).\(member.linkName)(\(member.implementationLabel): ())($0) }
      \(call.setup)
      """
    guard case .initialiser(let initialiser) = member.form else {
      return start + "return " + call.expression
    }
    guard initialiser.optionalMark != nil else { return start + "self = " + call.expression }
    return """
      \(start)guard let _graftMade = (\(call.expression)) else { return nil }
      self = _graftMade
      """
  }

  // MARK: The peers

  /// The declarations beside the member.
  ///
  /// - Parameter makeName: makes a name that is unique in the module.
  func peers(_ makeName: (String) -> TokenSyntax) -> [String] {
    [implementation] + links(makeName)
  }

  /// The link and its maker.
  ///
  /// The class's name distinguishes overloads.
  private func links(_ makeName: (String) -> TokenSyntax) -> [String] {
    let name = makeName("link" + member.implementationLabel).text
    return [link(name), linkMaker(name)].map(member.place.around)
  }

  /// The accessors that replace a property's storage.
  static func accessors(_ members: [AdvisableMember]) -> [String] {
    let emissions = members.map(AdvisableEmission.init)
    guard let getter = emissions.first else { return [] }
    let storage = getter.member.storageName
    let mark = getter.requirement.unsafeMark
    return [
      """
      @storageRestrictions(initializes: \(storage))
      init(initialValue) { \(mark)\(storage) = initialValue }
      """,
      "get {\n\(getter.body)\n}",
      emissions.count > 1
        ? "set {\n\(emissions[1].body)\n}" : "set { \(mark)\(storage) = newValue }",
    ]
  }

  /// The storage, and a link for each accessor.
  static func peers(
    _ members: [AdvisableMember], _ makeName: (String) -> TokenSyntax
  ) -> [String] {
    let emissions = members.map(AdvisableEmission.init)
    return emissions.prefix(1).map(\.implementation)
      + emissions.flatMap { $0.links(makeName) }
  }

  /// The implementation on the author's lines, so that errors in the body point
  /// there.
  private var implementation: String {
    member.place?.begin(written) ?? written
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
      function.body = function.titledBody
      function.attributes = []
      function.modifiers = []
      function.name = function.name.with(\.tokenKind, .identifier(member.implementationName))
      let label = TokenSyntax.identifier(member.implementationLabel)
      let parameters = function.signature.parameterClause.parameters
      // A comment would end before the first parameter.
      function.signature.parameterClause.leftParen.trailingTrivia = []
      function.signature.parameterClause.parameters =
        [
          FunctionParameterSyntax(
            firstName: label, type: IdentifierTypeSyntax(name: .identifier(" Swift::Void")),
            trailingComma: parameters.isEmpty ? nil : .commaToken(trailingTrivia: .space))
        ] + parameters
      return "\(attributes)fileprivate \(isFinal ? "final " : "")\(modifiers)\(function.trimmed)"
    case .stored(let binding):
      let initialValue = binding.initializer.map { " " + $0.trimmedDescription } ?? ""
      let type = binding.typeAnnotation!.trimmedDescription
      // `weak` or `unowned` is how the storage holds its object.
      let modifiers = binding.parent?.parent?.as(VariableDeclSyntax.self)?.modifiers ?? []
      let holding = modifiers.filter {
        [.keyword(.weak), .keyword(.unowned)].contains($0.name.tokenKind)
      }.written
      return "fileprivate \(holding)var \(member.storageName)\(type)\(initialValue)"
    case .initialiser(let initialiser):
      let clause = initialiser.signature.parameterClause
      let list = clause.parameters.description
      let effects = initialiser.signature.effectSpecifiers?.trimmedDescription ?? ""
      let mark = initialiser.optionalMark?.text ?? ""
      return """
        \(attributes(initialiser.attributes))fileprivate init\(mark)\
        (\(member.implementationLabel): Swift::Void\(list.isEmpty ? "" : ", " + list)\(clause.rightParen.description) \
        \(effects) \(initialiser.titledBody!.trimmedDescription)
        """
    }
  }

  private func attributes(_ attributes: AttributeListSyntax) -> String {
    attributes.filter { element in
      guard let attribute = element.as(AttributeSyntax.self) else { return true }
      return !["Advisable", "_spi", "usableFromInline"].contains { attribute.isNamed($0) }
    }.map { $0.trimmedDescription + " " }.joined()
  }

  private func linkMaker(_ linkName: String) -> String {
    """
    nonisolated fileprivate static func \
    \(member.linkName)(\(member.implementationLabel): Swift::Void) \
    -> (Graft::LinkSuccessors) -> Graft::ExtensionLink { \
    Graft::GeneratedCode.DefaultCheck.owner(\(member.typeName).self, Self.self); \
    return { \(linkName)($0) } }
    """
  }

  private func link(_ linkName: String) -> String {
    """
    private final class \(linkName): \(member.baseName) {
      typealias Subject = \(member.typeName)
      \(linkInitialiser())
      \(requirement.overrideByOwn()) {
        \(requirement.newValue == nil ? "return " : "")\(call)
      }
    }
    """
  }

  private var call: String {
    if case .stored = member.form {
      let storage = "\(requirement.unsafeMark)subject.\(member.storageName)"
      return requirement.newValue == nil ? storage : "\(storage) = newValue"
    }
    if requirement.kind == .initialiser {
      let arguments = ["\(member.implementationLabel): ()"] + requirement.parameters.map(\.argument)
      return "\(requirement.marksOfCall)Subject(\(arguments.list))"
    }
    return requirement.callOfOwn(member.implementationName, label: member.implementationLabel)
  }
}
