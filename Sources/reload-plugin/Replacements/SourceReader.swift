// SPDX-License-Identifier: Apache-2.0

import SwiftParser
import SwiftSyntax

/// A parsed Swift file, split into declarations.
struct SourceReader {
  let tree: SourceFileSyntax
  let lines: SourceLocationConverter
  private(set) var declarations: [Declaration] = []
  /// The imports, as written.
  private(set) var imports: [String] = []

  /// Whether the parser does not understand all of it.
  var hasError: Bool { tree.hasError }

  init(_ text: String, path: String) {
    tree = Parser.parse(source: text)
    lines = SourceLocationConverter(fileName: path, tree: tree)
    read(tree.statements, in: Scope())
  }

  private mutating func read(_ items: CodeBlockItemListSyntax, in scope: Scope) {
    for item in items {
      switch item.item {
      case .decl(let declaration): read(declaration, in: scope)
      default: add(item, .statement, "a statement", "", item.tokenText, in: scope)
      }
    }
  }

  private mutating func read(_ members: MemberBlockItemListSyntax, in scope: Scope) {
    for member in members { read(member.decl, in: scope) }
  }

  private mutating func read(_ declaration: DeclSyntax, in scope: Scope) {
    switch declaration.as(DeclSyntaxEnum.self) {
    case .importDecl(let node): imports.append(scope.wrapping(node.trimmedDescription))
    case .ifConfigDecl(let node): read(node, in: scope)
    case .functionDecl(let node): read(node, in: scope)
    case .initializerDecl(let node):
      let title = "init(\(node.signature.parameterClause.labels))"
      add(
        node, .initializer, title, "init",
        node.with(\.body, nil).with(\.signature, node.signature.forCallers).tokenText,
        node.signature.parameterClause.ownNames
          + (node.body?.tokenText.replacing("super . init", with: "super.init") ?? ""),
        node.signature.parameterClause.defaults, in: scope)
    case .subscriptDecl(let node):
      let title = "subscript(\(node.parameterClause.subscriptLabels))"
      add(
        node, .subscript, title, "subscript",
        node.with(\.accessorBlock, nil).tokenText + (node.accessorBlock?.kinds ?? ""),
        node.accessorBlock?.tokenText ?? "", in: scope)
    case .variableDecl(let node): read(node, in: scope)
    case .structDecl(let node): read(type: node, in: scope)
    case .classDecl(let node): read(type: node, in: scope, isClass: true)
    case .enumDecl(let node): read(type: node, in: scope)
    case .actorDecl(let node): read(type: node, in: scope, isClass: true)
    case .extensionDecl(let node): read(node, in: scope)
    case .enumCaseDecl(let node):
      for element in node.elements {
        let name = element.name.text
        add(
          node, .enumerationCase, name, name,
          element.with(\.trailingComma, nil).with(\.rawValue, nil).tokenText,
          element.rawValue?.tokenText ?? "", in: scope)
      }
    case .deinitializerDecl(let node):
      add(node, .deinitializer, "deinit", "", "deinit", node.body?.tokenText ?? "", in: scope)
    case .protocolDecl(let node):
      let name = node.name.text
      add(node, .protocolDeclaration, name, name, name, node.tokenText, in: scope)
    case .typeAliasDecl(let node): add(node, .alias, named: node.name, in: scope)
    case .operatorDecl(let node): add(node, .alias, named: node.name, in: scope)
    case .precedenceGroupDecl(let node): add(node, .alias, named: node.name, in: scope)
    default: add(declaration, .other, declaration.firstWords, "", declaration.tokenText, in: scope)
    }
  }

  private mutating func read(_ node: IfConfigDeclSyntax, in scope: Scope) {
    var earlier: [IfConfigClauseSyntax] = []
    for clause in node.clauses {
      let inner = scope.entering(clause: clause, after: earlier)
      switch clause.elements {
      case .statements(let items): read(items, in: inner)
      case .decls(let members): read(members, in: inner)
      default: break
      }
      earlier.append(clause)
    }
  }

  private mutating func read(_ node: FunctionDeclSyntax, in scope: Scope) {
    let name = node.name.text
    let isOperator = node.name.tokenKind.isOperator
    let clause = node.signature.parameterClause
    let labels = isOperator ? clause.parameters.map { _ in "_:" }.joined() : clause.labels
    add(
      node, .function, "\(name)(\(labels))", name,
      node.with(\.body, nil).with(\.signature, node.signature.forCallers).tokenText,
      clause.ownNames + (node.body?.tokenText ?? ""), clause.defaults, in: scope)
  }

  private mutating func read(_ node: VariableDeclSyntax, in scope: Scope) {
    for binding in node.bindings {
      let name = binding.pattern.trimmedDescription
      let words = [node.attributes.tokenText, node.modifiers.tokenText, node.bindingSpecifier.text]
      let type = binding.typeAnnotation?.tokenText ?? ""
      let signature = (words + [name, type]).joined(separator: " ")
      let value = binding.initializer?.tokenText ?? ""
      if let accessors = binding.accessorBlock {
        let kind: Declaration.Kind = accessors.hasObservers ? .observed : .computed
        add(
          node, kind, name, name, signature + value + accessors.kinds, accessors.tokenText,
          in: scope)
      } else {
        let isMutable = node.bindingSpecifier.text == "var"
        add(node, .stored(isMutable: isMutable), name, name, signature, value, in: scope)
      }
    }
  }

  private mutating func read(
    type node: some DeclGroupSyntax & NamedDeclSyntax, in scope: Scope, isClass: Bool = false
  ) {
    let name = node.name.text
    add(node, .typeHead, name, name, node.head, in: scope)
    read(node.memberBlock.members, in: scope.entering(type: name, isClass: isClass))
  }

  private mutating func read(_ node: ExtensionDeclSyntax, in scope: Scope) {
    if node.inheritanceClause != nil {
      let title = "extension \(node.extendedType.trimmedDescription)"
      add(node, .conformance, title, "", node.head, in: scope)
    }
    read(node.memberBlock.members, in: scope.entering(extension: node))
  }

  // MARK: One declaration

  private mutating func add(
    _ node: some SyntaxProtocol, _ kind: Declaration.Kind, named name: TokenSyntax, in scope: Scope
  ) {
    add(node, kind, name.text, name.text, node.tokenText, in: scope)
  }

  private mutating func add(
    _ node: some SyntaxProtocol, _ kind: Declaration.Kind, _ title: String, _ baseName: String,
    _ signature: String, _ body: String = "", _ defaults: String = "", in scope: Scope
  ) {
    let attributed = node.asProtocol((any WithAttributesSyntax).self)
    let attributes = attributed?.attributes.compactMap {
      $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription
    }
    let modified = node.asProtocol((any WithModifiersSyntax).self)
    let line = node.startLocation(converter: lines, afterLeadingTrivia: true).line
    declarations.append(
      Declaration(
        kind: kind, scope: scope, syntax: Syntax(node), title: scope.title(of: title),
        baseName: baseName, line: line, modifiers: Set(modified?.modifiers.map(\.word) ?? []),
        attributes: Set(attributes ?? []), signature: signature, body: body,
        defaults: defaults))
  }
}

extension FunctionParameterClauseSyntax {
  /// The labels of the parameters: `_:by:`.
  fileprivate var labels: String { parameters.map { $0.firstName.text + ":" }.joined() }

  /// The labels of a subscript.
  ///
  /// A parameter with one name has none there.
  fileprivate var subscriptLabels: String {
    parameters.map { ($0.secondName == nil ? "_" : $0.firstName.text) + ":" }.joined()
  }
}

extension FunctionSignatureSyntax {
  /// The signature without default arguments, names that only the body knows, and a result that
  /// is nothing.
  fileprivate var forCallers: FunctionSignatureSyntax {
    let parameters = parameterClause.parameters.map {
      $0.with(\.defaultValue, nil).with(\.secondName, nil)
    }
    let hasResult = returnClause.map { !["Void", "( )"].contains($0.type.tokenText) } ?? false
    return with(\.parameterClause.parameters, FunctionParameterListSyntax(parameters))
      .with(\.returnClause, hasResult ? returnClause : nil)
  }
}

extension FunctionParameterClauseSyntax {
  /// The parameters' names in the body, where they differ from the labels.
  fileprivate var ownNames: String {
    parameters.map { $0.secondName?.text ?? "" }.joined(separator: " , ") + " "
  }

  /// The default arguments by the parameters' positions.
  fileprivate var defaults: String {
    parameters.map { $0.defaultValue?.value.tokenText ?? "" }.joined(separator: " , ")
  }
}

extension AccessorBlockSyntax {
  fileprivate var hasObservers: Bool {
    guard case .accessors(let list) = accessors else { return false }
    return list.contains { ["willSet", "didSet"].contains($0.accessorSpecifier.text) }
  }

  /// The kinds of accessors, which callers depend on.
  fileprivate var kinds: String {
    guard case .accessors(let list) = accessors else { return " { get }" }
    return " { " + list.map { $0.with(\.body, nil).tokenText }.joined(separator: "; ") + " }"
  }
}

extension DeclModifierSyntax {
  /// The modifier: `private`, or `private(set)`.
  fileprivate var word: String { trimmed.tokenText.split(separator: " ").joined() }
}

extension DeclGroupSyntax {
  /// The tokens before the braces.
  fileprivate var head: String {
    with(\.memberBlock.members, []).tokenText
  }
}

extension SyntaxProtocol {
  fileprivate var firstWords: String {
    tokens(viewMode: .sourceAccurate).prefix(3).map(\.text).joined(separator: " ")
  }
}

extension TokenKind {
  var isOperator: Bool {
    switch self {
    case .binaryOperator, .prefixOperator, .postfixOperator: true
    default: false
    }
  }
}
