// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
import SwiftSyntax

/// Writes the file that replaces declarations of one source file.
///
/// Each body keeps the lines and columns of its source file. A body that mentions
/// its own name becomes a separate member, which the replacement calls: in a
/// replacement, that name refers to the original.
struct ReplacementWriter {
  let path: String
  let module: String
  let source: SourceReader
  /// A number that makes names unique in the module of replacements.
  private(set) var number: Int
  private let isNew: Bool
  private var parts: [String] = []

  var isEmpty: Bool { parts.isEmpty }

  /// - Parameters:
  ///   - number: the number of replacements in other files.
  ///   - isNew: whether the file was added after the program was built.
  init(_ source: SourceReader, at path: String, of module: String, number: Int, isNew: Bool) {
    (self.source, self.path, self.module, self.number) = (source, path, module, number)
    self.isNew = isNew
  }

  /// The text of the file.
  ///
  /// - Parameter imports: modules with additions to other modules.
  func file(importing imports: [String]) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    let attribute = isNew ? "@testable" : "@_private(sourceFile: \(name.quoted))"
    let own = "\(attribute) import \(module)"
    return ([own] + source.imports + imports.map { "import \($0)" } + parts + [""])
      .joined(separator: "\n")
  }

  // MARK: Additions

  mutating func add(_ declaration: Declaration) {
    // `#function` in it is right by itself.
    var syntax = WordRewriter(["fileID": fileIdentifier]).rewrite(declaration.syntax)
    if declaration.modifiers.contains("open") { syntax = OpenRemover().rewrite(syntax) }
    if declaration.kind == .conformance { syntax = syntax.withPublicMembers }
    let text = located(syntax.trimmedDescription, as: declaration.syntax)
    parts.append(declaration.scope.wrapping(text + "\n#sourceLocation()", isAddition: true))
  }

  mutating func add(_ form: CallForm) {
    parts.append(form.origin.scope.wrapping(location(line: form.origin.line) + form.text))
  }

  // MARK: Replacements

  mutating func replace(_ declaration: Declaration) throws(Obstacle) {
    number += 1
    let name = Name(declaration, number)
    let text =
      switch declaration.syntax.as(SyntaxEnum.self) {
      case .functionDecl(let node): try function(node, declaration, name)
      case .initializerDecl(let node): try initializer(node, declaration, name)
      case .subscriptDecl(let node): try `subscript`(node, declaration, name)
      case .variableDecl(let node): try variable(node, declaration, name)
      default: throw Obstacle("can't be replaced")
      }
    parts.append(declaration.scope.wrapping(text))
  }

  /// The names of a replacement and its body.
  private struct Name {
    let replacement: String
    let body: String

    init(_ declaration: Declaration, _ number: Int) {
      let name = declaration.baseName.filter { $0.isLetter || $0.isNumber || $0 == "_" }
      replacement = "\(name)__replacement\(number)"
      body = "\(name)__body\(number)"
    }
  }

  private func function(
    _ node: FunctionDeclSyntax, _ declaration: Declaration, _ name: Name
  ) throws(Obstacle) -> String {
    guard let body = node.body else { throw Obstacle("has no body here") }
    func header(_ name: String) -> String {
      let signature: [String?] = [
        node.genericParameterClause?.trimmedDescription, node.signature.trimmedDescription,
        node.genericWhereClause?.trimmedDescription,
      ]
      return "func \(name)" + signature.compactMap(\.self).joined(separator: "\n")
    }
    let marks = marks(of: node, replacing: declaration)
    guard body.calls(declaration.plainName) else {
      return marks.replacing + header(name.replacement) + located(body, in: declaration)
    }
    let arguments = try node.signature.parameterClause.parameters.arguments(of: declaration)
    let effects = node.signature.effectSpecifiers
    let call = effects.calling + "\(name.body)(\(arguments.joined(separator: ", ")))"
    return marks.replacing + header(name.replacement) + " { return \(call) }\n"
      + marks.own + header(name.body) + located(body, in: declaration)
  }

  private func initializer(
    _ node: InitializerDeclSyntax, _ declaration: Declaration, _ name: Name
  ) throws(Obstacle) -> String {
    guard let body = node.body else { throw Obstacle("has no body here") }
    let parameters = node.signature.parameterClause.parameters
    guard let first = parameters.first else {
      throw Obstacle("has no parameters, so the language can't name its replacement")
    }
    var clause = node.signature
    clause.parameterClause.parameters[parameters.startIndex] = first.labelled(name.replacement)
    let words: [String?] = [
      "init" + (node.optionalMark?.text ?? ""), node.genericParameterClause?.trimmedDescription,
      clause.trimmedDescription, node.genericWhereClause?.trimmedDescription,
    ]
    let header = words.compactMap(\.self).joined(separator: " ")
    let values = try body.delegates ? [] : StoredValues(of: declaration, in: source).assignments
    return marks(of: node, replacing: declaration).replacing + header
      + located(body, in: declaration, after: values)
  }

  private func `subscript`(
    _ node: SubscriptDeclSyntax, _ declaration: Declaration, _ name: Name
  ) throws(Obstacle) -> String {
    guard let accessors = node.accessorBlock else { throw Obstacle("has no body here") }
    let parameters = node.parameterClause.parameters
    guard let first = parameters.first else {
      throw Obstacle("has no parameters, so the language can't name its replacement")
    }
    func header(_ name: String) -> String {
      var clause = node.parameterClause
      clause.parameters[parameters.startIndex] = first.labelled(name)
      let words: [String?] = [
        "subscript", node.genericParameterClause?.trimmedDescription, clause.trimmedDescription,
        node.returnClause.trimmedDescription, node.genericWhereClause?.trimmedDescription,
      ]
      return words.compactMap(\.self).joined(separator: " ")
    }
    let marks = marks(of: node, replacing: declaration)
    let body = located(accessors, in: declaration)
    guard accessors.hasSubscripts else { return marks.replacing + header(name.replacement) + body }
    var arguments = try parameters.arguments(of: declaration, areSubscripts: true)
    let value = arguments[0].split(separator: ": ", maxSplits: 1).last.map(String.init) ?? ""
    arguments[0] = "\(name.body): \(value)"
    let owner = declaration.modifiers.isDisjoint(with: ["static", "class"]) ? "self" : "Self"
    let target = "\(owner)[\(arguments.joined(separator: ", "))]"
    return marks.replacing + header(name.replacement) + (try accessors.forwarding(to: target))
      + "\n" + marks.own + header(name.body) + body
  }

  private func variable(
    _ node: VariableDeclSyntax, _ declaration: Declaration, _ name: Name
  ) throws(Obstacle) -> String {
    guard let binding = node.bindings.first, node.bindings.count == 1,
      let accessors = binding.accessorBlock
    else { throw Obstacle("is declared together with another") }
    guard let type = binding.typeAnnotation?.trimmedDescription else {
      throw Obstacle("has no type written beside it, which its replacement needs")
    }
    let marks = marks(of: node, replacing: declaration)
    let body = located(accessors, in: declaration)
    let isCalled = accessors.calls(declaration.plainName)
    guard declaration.kind == .computed, isCalled else {
      return marks.replacing + "var \(name.replacement)\(type)" + body
    }
    return marks.replacing + "var \(name.replacement)\(type)"
      + (try accessors.forwarding(to: name.body)) + "\n" + marks.own + "var \(name.body)\(type)"
      + body
  }

  // MARK: Attributes and modifiers

  private static let droppedAttributes: Set = [
    "inline", "usableFromInline", "objc", "_dynamicReplacement", "Default",
    "RenamedDefault",
  ]
  private static let keptModifiers: Set = [
    "static", "class", "mutating", "nonmutating", "nonisolated", "consuming", "borrowing",
    "convenience",
  ]

  /// The attributes and modifiers that another declaration in place of this one has.
  static func kept(
    _ node: some WithAttributesSyntax & WithModifiersSyntax, isPrivate: Bool
  ) -> [String] {
    let attributes = node.attributes.compactMap { element -> String? in
      let name = element.as(AttributeSyntax.self)?.attributeName.trimmedDescription ?? ""
      return droppedAttributes.contains(name) ? nil : element.trimmedDescription
    }
    let modifiers = node.modifiers.filter { keptModifiers.contains($0.name.text) }
      .map(\.trimmedDescription)
    return attributes + (isPrivate ? ["fileprivate"] : []) + modifiers
  }

  /// The modifiers and attributes of a replacement and of its body.
  private func marks(
    of node: some WithAttributesSyntax & WithModifiersSyntax, replacing declaration: Declaration
  ) -> (replacing: String, own: String) {
    let own = Self.kept(node, isPrivate: true).joined(separator: " ") + " "
    let place = location(line: declaration.line)
    return (place + "@_dynamicReplacement(for: \(declaration.ownTitle)) " + own, place + own)
  }

  // MARK: Places

  private func location(line: Int) -> String {
    "#sourceLocation(file: \(path.quoted), line: \(line))\n"
  }

  /// A text at its line and column in the source file.
  private func located(_ text: String, as node: some SyntaxProtocol) -> String {
    let place = node.startLocation(converter: source.lines, afterLeadingTrivia: true)
    return location(line: place.line) + String(repeating: " ", count: place.column - 1) + text
  }

  private func located(
    _ block: CodeBlockSyntax, in declaration: Declaration, after statements: [String] = []
  ) -> String {
    let before = statements.isEmpty ? "" : statements.joined(separator: "; ") + "\n"
    return " {\n" + before + inner(block.statements, declaration) + "}\n"
  }

  private func located(_ block: AccessorBlockSyntax, in declaration: Declaration) -> String {
    if case .getter(let statements) = block.accessors {
      return " {\n" + inner(statements, declaration) + "}\n"
    }
    guard case .accessors(let list) = block.accessors else { return block.trimmedDescription }
    let texts = list.map { accessor in
      accessor.with(\.body, nil).trimmedDescription
        + (accessor.body.map { located($0, in: declaration) } ?? "\n")
    }
    return " {\n" + texts.joined() + "}\n"
  }

  /// The value of `#fileID` in the source file.
  private var fileIdentifier: String { "\(module)/\(path.split(separator: "/").last ?? "")" }

  private func inner(_ statements: CodeBlockItemListSyntax, _ declaration: Declaration) -> String {
    guard !statements.isEmpty else { return "" }
    let function = "\(declaration.ownTitle)".withoutBackticks
    let words = WordRewriter(["function": function, "fileID": fileIdentifier])
    let text = words.rewrite(statements).trimmedDescription
    return located(text, as: statements) + "\n#sourceLocation()\n"
  }
}

/// A reason why a declaration can't be replaced.
struct Obstacle: Error {
  let reason: String

  init(_ reason: String) {
    self.reason = reason
  }
}

/// Replaces `open` by `public`: extensions of a class in another file can't have
/// `open` members.
private final class OpenRemover: SyntaxRewriter {
  override func visit(_ node: DeclModifierSyntax) -> DeclModifierSyntax {
    node.name.text == "open" ? node.with(\.name.tokenKind, .keyword(.public)) : node
  }
}

extension Syntax {
  /// The extension with members as visible as the protocols of the program's modules are to its
  /// replacements.
  fileprivate var withPublicMembers: Syntax {
    guard var node = self.as(ExtensionDeclSyntax.self) else { return self }
    let access = ["private", "fileprivate", "internal", "package", "public", "open"]
    let members = node.memberBlock.members.map { member in
      guard var decl = member.decl.asProtocol((any WithModifiersSyntax).self),
        !decl.modifiers.contains(where: { access.contains($0.name.text) && $0.detail == nil })
      else { return member }
      // The modifier comes before the line's break, so that lines keep their numbers.
      let modifier = DeclModifierSyntax(name: .keyword(.public, trailingTrivia: .space))
      decl.modifiers = DeclModifierListSyntax([modifier] + Array(decl.modifiers))
      return member.with(\.decl, Syntax(decl).cast(DeclSyntax.self))
    }
    node.memberBlock.members = MemberBlockItemListSyntax(members)
    return Syntax(node)
  }
}

extension String {
  /// The text as a Swift literal.
  var quoted: String {
    "\"" + replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
