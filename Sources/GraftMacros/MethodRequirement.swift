// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// A method that a protocol requires, and what is written for it.
struct MethodRequirement {
  /// In the order of those that dispatch.
  let number: Int
  /// As in descriptors: `greet(_:)`, with types only where overloads need them.
  let name: String
  /// Of the requirement in the enumeration `Requirement`.
  let caseName: String
  private let function: FunctionDeclSyntax
  private let associatedTypes: Set<String>

  static func numbered(
    _ functions: [FunctionDeclSyntax], associatedTypes: Set<String>
  ) -> [MethodRequirement] {
    let untyped = functions.map { Naming($0).untyped }
    let cases = caseNames(functions.map(Naming.init))
    return functions.indices.map { number in
      let isOverloaded = untyped.count { $0 == untyped[number] } > 1
      let naming = Naming(functions[number])
      return MethodRequirement(
        number: number, name: isOverloaded ? naming.typed : naming.untyped,
        caseName: cases[number], function: functions[number], associatedTypes: associatedTypes)
    }
  }

  /// The base name, or where several share it, as much of the rest as is needed.
  private static func caseNames(_ names: [Naming]) -> [String] {
    let candidates: [(Naming) -> String] = [
      { $0.baseName }, { $0.identifier(ofParameters: \.label) },
      { $0.identifier(ofParameters: { $0.label + "_" + $0.type }) },
    ]
    return names.map { name in
      let unique = candidates.first { candidate in
        names.count { candidate($0) == candidate(name) } == 1
      }
      return (unique ?? candidates[2])(name)
    }
  }

  // MARK: Its parts

  var isStatic: Bool { has(.static) }
  var isMutating: Bool { has(.mutating) }
  var isAsync: Bool { effects?.asyncSpecifier != nil }
  var throwsClause: ThrowsClauseSyntax? { effects?.throwsClause }
  /// The type of a typed throw, with `Self` as `Subject`.
  var thrownType: String? { throwsClause?.type.map(ofSubject) }

  private var effects: FunctionEffectSpecifiersSyntax? { function.signature.effectSpecifiers }

  private func has(_ keyword: Keyword) -> Bool {
    function.modifiers.contains { $0.name.tokenKind == .keyword(keyword) }
  }

  /// Whether `Self` is the type of a parameter or result. Then a subclass's
  /// implementation must not see an object of a sibling.
  var mentionsSelf: Bool {
    let finder = SelfFinder(viewMode: .sourceAccurate)
    finder.walk(function.signature)
    return finder.found
  }

  private var parameters: [Parameter] {
    function.signature.parameterClause.parameters.enumerated().map { index, parameter in
      Parameter(parameter, index: index, type: ofSubject)
    }
  }

  private func ofSubject(_ syntax: some SyntaxProtocol) -> String {
    SubjectRewriter(
      associatedTypes: associatedTypes.subtracting(genericNames)
    ).rewrite(syntax).trimmedDescription
  }

  private var genericNames: Set<String> {
    Set((function.genericParameterClause?.parameters ?? []).map(\.name.text))
  }

  // MARK: What is written for it

  /// `greet(_ subject: Subject, _ other: String) -> String`, for the classes.
  var classSignature: String {
    let subject = isStatic ? "Subject.Type" : isMutating ? "inout Subject" : "Subject"
    let list = (["_ subject: \(subject)"] + parameters.map(\.declaration)).joined(separator: ", ")
    return function.name.text
      + (function.genericParameterClause.map(ofSubject) ?? "") + "(\(list))"
      + (effects.map { " " + ofSubject($0) } ?? "")
      + (function.signature.returnClause.map { " " + ofSubject($0) } ?? "")
      + (function.genericWhereClause.map { " " + ofSubject($0) } ?? "")
  }

  /// The same with the parameters' names that its body uses, for the protocol's
  /// extension.
  func protocolSignature(named name: String? = nil) -> String {
    let modifiers = (isStatic ? "static " : "") + (isMutating ? "mutating " : "")
    let list = parameters.map(\.protocolDeclaration).joined(separator: ", ")
    return modifiers + "func " + (name ?? function.name.text)
      + (function.genericParameterClause?.trimmedDescription ?? "") + "(\(list))"
      + (effects.map { " " + $0.trimmedDescription } ?? "")
      + (function.signature.returnClause.map { " " + $0.trimmedDescription } ?? "")
      + (function.genericWhereClause.map { " " + $0.trimmedDescription } ?? "")
  }

  /// A call of a link's method. `subject` is what to pass as such.
  func call(on link: String, subject: String) -> String {
    let arguments = [(isMutating ? "&" : "") + subject] + parameters.map(\.argument)
    return "\(link).\(function.name.text)(\(arguments.joined(separator: ", ")))"
  }

  /// A call, on `self`, of a method with the same parameters.
  func forwarded(to name: String) -> String {
    "\(name)(\(parameters.map(\.argument).joined(separator: ", ")))"
  }

  /// What stands before a call.
  var effectPrefix: String {
    (throwsClause == nil ? "" : "try ") + (isAsync ? "await " : "")
  }

  /// `@available` and the like.
  var attributes: String {
    function.attributes.map { $0.trimmedDescription + "\n" }.joined()
  }
}

/// A parameter of a requirement.
private struct Parameter {
  private let label: String
  private let name: String
  private let type: String
  private let ownType: String
  private let isInout: Bool
  private let isAutoclosure: Bool

  init(_ parameter: FunctionParameterSyntax, index: Int, type: (TypeSyntax) -> String) {
    label = parameter.firstName.text
    let written = (parameter.secondName ?? parameter.firstName).text
    // The names that the written bodies use themselves.
    name = ["_", "subject", "link", "head"].contains(written) ? "argument\(index)" : written
    ownType =
      parameter.type.trimmedDescription
      + (parameter.ellipsis == nil ? "" : "...")
    self.type = type(parameter.type) + (parameter.ellipsis == nil ? "" : "...")
    let specifiers = parameter.type.as(AttributedTypeSyntax.self)
    isInout =
      specifiers?.specifiers.contains {
        $0.as(SimpleTypeSpecifierSyntax.self)?.specifier.tokenKind == .keyword(.inout)
      } ?? false
    isAutoclosure =
      specifiers?.attributes.contains {
        $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription == "autoclosure"
      } ?? false
  }

  private var names: String { label == name ? label : "\(label) \(name)" }

  var declaration: String { "\(names): \(type)" }
  var protocolDeclaration: String { "\(names): \(ownType)" }

  var argument: String {
    (label == "_" ? "" : "\(label): ") + (isInout ? "&" : "") + name + (isAutoclosure ? "()" : "")
  }
}

/// The names of a method in texts and in code.
private struct Naming {
  let baseName: String
  private let isStatic: Bool
  private let parameters: [(label: String, type: String)]

  init(_ function: FunctionDeclSyntax) {
    baseName = function.name.text
    isStatic = function.modifiers.contains { $0.name.tokenKind == .keyword(.static) }
    parameters = function.signature.parameterClause.parameters.map {
      ($0.firstName.text, $0.type.trimmedDescription + ($0.ellipsis == nil ? "" : "..."))
    }
  }

  private var prefix: String { isStatic ? "static " : "" }

  var untyped: String {
    prefix + baseName + "(" + parameters.map { $0.label + ":" }.joined() + ")"
  }

  var typed: String {
    prefix + baseName + "(" + parameters.map { "\($0.label): \($0.type)" }.joined(separator: ", ")
      + ")"
  }

  func identifier(ofParameters part: ((label: String, type: String)) -> String) -> String {
    let text = ([isStatic ? "static_" + baseName : baseName] + parameters.map(part))
      .joined(separator: "_")
    return String(text.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
  }
}

/// Finds `Self` as a type of its own; `Self.Item` is not one.
private final class SelfFinder: SyntaxVisitor {
  var found = false

  override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
    if node.name.tokenKind == .keyword(.Self) { found = true }
    return .visitChildren
  }

  override func visit(_ node: MemberTypeSyntax) -> SyntaxVisitorContinueKind {
    node.baseType.trimmedDescription == "Self" ? .skipChildren : .visitChildren
  }
}

/// Writes `Self` as `Subject`, and the protocol's associated types as its members.
private final class SubjectRewriter: SyntaxRewriter {
  private let associatedTypes: Set<String>

  init(associatedTypes: Set<String>) {
    self.associatedTypes = associatedTypes
    super.init()
  }

  override func visit(_ node: IdentifierTypeSyntax) -> TypeSyntax {
    let visited = super.visit(node).cast(IdentifierTypeSyntax.self)
    if visited.name.tokenKind == .keyword(.Self) {
      return TypeSyntax(visited.with(\.name.tokenKind, .identifier("Subject")))
    }
    if associatedTypes.contains(visited.name.text) {
      return TypeSyntax(
        visited.with(\.name.tokenKind, .identifier("Subject." + visited.name.text)))
    }
    return TypeSyntax(visited)
  }
}
