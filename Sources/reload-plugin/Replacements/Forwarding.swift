// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

extension SyntaxProtocol {
  /// Whether a body may call its own function: the name occurs in it, except after
  /// `super`.
  func calls(_ name: String) -> Bool {
    var before: [String] = []
    for token in tokens(viewMode: .sourceAccurate) {
      let isOwn = token.isName(name)
      if isOwn && before.suffix(2) != ["super", "."] { return true }
      if name == "callAsFunction", token.text == "(", before.last == "self" { return true }
      before = before.suffix(1) + [token.text]
    }
    return false
  }

  /// Whether it may call any subscript.
  var hasSubscripts: Bool {
    tokens(viewMode: .sourceAccurate).contains { $0.tokenKind == .leftSquare }
  }
}

extension CodeBlockSyntax {
  /// Whether an initialiser delegates to another one.
  var delegates: Bool {
    let words = tokens(viewMode: .sourceAccurate).map(\.text)
    return zip(words, zip(words.dropFirst(), words.dropFirst(2))).contains { first, rest in
      first == "self" && (rest.0 == "=" || rest.0 == "." && rest.1 == "init")
    }
  }
}

extension FunctionParameterListSyntax {
  /// The arguments of a call that passes all parameters on.
  func arguments(
    of declaration: Declaration, areSubscripts: Bool = false
  ) throws(Obstacle) -> [String] {
    var arguments: [String] = []
    for parameter in self {
      let name = (parameter.secondName ?? parameter.firstName).text
      let words = Set(parameter.type.tokens(viewMode: .sourceAccurate).map(\.text))
      guard parameter.ellipsis == nil, !words.contains("autoclosure") else {
        throw Obstacle(
          "mentions its own name, and its parameter \(name) can't be handed on to a new body")
      }
      let hasLabel = areSubscripts ? parameter.secondName != nil : true
      let label = hasLabel && parameter.firstName.text != "_" ? "\(parameter.firstName.text): " : ""
      let isPack = parameter.type.is(PackExpansionTypeSyntax.self)
      let isInOut = parameter.type.firstToken(viewMode: .sourceAccurate)?.text == "inout"
      arguments.append(label + (isPack ? "repeat each " : isInOut ? "&" : "") + name)
    }
    return arguments
  }
}

extension FunctionParameterSyntax {
  /// The parameter with a label that no other declaration has.
  func labelled(_ label: String) -> FunctionParameterSyntax {
    var parameter = self
    let name = secondName ?? firstName
    parameter.firstName = .identifier(label, trailingTrivia: .space)
    parameter.secondName = name
    return parameter
  }
}

extension FunctionEffectSpecifiersSyntax? {
  /// The keywords before a call.
  var calling: String {
    let tries = self?.throwsClause != nil ? "try " : ""
    return tries + (self?.asyncSpecifier != nil ? "await " : "")
  }
}

extension AccessorBlockSyntax {
  /// The accessors that forward to a target.
  func forwarding(to target: String) throws(Obstacle) -> String {
    guard case .accessors(let list) = accessors else { return " { return \(target) }" }
    var texts: [String] = []
    for accessor in list {
      let head = accessor.with(\.body, nil).trimmedDescription
      let effects = accessor.effectSpecifiers
      let tries = effects?.throwsClause != nil ? "try " : ""
      let awaits = effects?.asyncSpecifier != nil ? "await " : ""
      switch accessor.accessorSpecifier.text {
      case "get": texts.append("\(head) { return \(tries)\(awaits)\(target) }")
      case "set":
        let value = accessor.parameters?.name.text ?? "newValue"
        texts.append("\(head) { \(target) = \(value) }")
      case let other: throw Obstacle("mentions its own name in \(other)")
      }
    }
    return " { " + texts.joined(separator: "\n") + " }"
  }
}

/// The initial values of stored properties.
///
/// An initialiser in the type's file need not assign these.
struct StoredValues {
  private(set) var assignments: [String] = []

  init(of initializer: Declaration, in source: SourceReader) throws(Obstacle) {
    guard let type = initializer.scope.type else { return }
    let declarations = source.declarations
    guard let head = declarations.first(where: { $0.kind == .typeHead && $0.title == type }) else {
      throw Obstacle("sets the stored properties of \(type), which another file declares")
    }
    guard head.syntax.is(StructDeclSyntax.self) else { return }
    for declaration in declarations where declaration.scope.type == type {
      guard let node = declaration.syntax.as(VariableDeclSyntax.self),
        declaration.kind != .computed,
        declaration.modifiers.isDisjoint(with: ["static", "class"])
      else { continue }
      let isTuple = node.bindings.contains { $0.pattern.is(TuplePatternSyntax.self) }
      let isConditional = !declaration.scope.conditions.isEmpty
      guard declaration.attributes.isEmpty, !declaration.modifiers.contains("lazy"), !isTuple,
        !isConditional
      else {
        throw Obstacle("\(declaration.title) is stored in a way that only its own file knows")
      }
      let name = declaration.title.dropFirst(type.count + 1)
      let binding = node.bindings.first { $0.pattern.trimmedDescription == name }
      let type = binding?.typeAnnotation?.type
      let isOptional =
        type?.is(OptionalTypeSyntax.self) == true
        || type?.is(ImplicitlyUnwrappedOptionalTypeSyntax.self) == true
      if let value = binding?.initializer?.value.trimmedDescription {
        assignments.append("self.\(name) = \(value)")
      } else if isOptional && node.bindingSpecifier.text == "var" {
        assignments.append("self.\(name) = nil")
      }
    }
  }
}
