// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// Finds the aliases of function types among the types of parameters and
/// properties.
///
/// Such a parameter, and the value of such a setter, is a non-escaping closure
/// without looking like one.
enum FunctionAliases {
  /// The aliases of function types that declarations use.
  ///
  /// - Parameter aliases: the aliases that are not at file scope.
  static func names(
    in declarations: [DeclSyntax], _ aliases: [TypeAliasDeclSyntax], _ module: ModuleDeclarations
  ) -> Set<String> {
    let collector = TypeCollector(viewMode: .sourceAccurate)
    for declaration in declarations { collector.walk(declaration) }
    let known = Dictionary(
      aliases.map { ($0.name.text, $0.initializer.value) }, uniquingKeysWith: { first, _ in first })
    return collector.names.filter { isFunction($0, known, module) }
  }

  private static func isFunction(
    _ written: String, _ known: [String: TypeSyntax], _ module: ModuleDeclarations
  ) -> Bool {
    var name = written
    // An alias may stand for another, but not for itself.
    for _ in 0..<longestChain {
      let last = name.hasPrefix("Self.") ? String(name.dropFirst("Self.".count)) : name
      guard let type = (known[last] ?? module.alias(last))?.unattributed else { return false }
      if type.is(FunctionTypeSyntax.self) { return true }
      name = type.trimmedDescription
    }
    return false
  }

  private static let longestChain = 4
}

private final class TypeCollector: SyntaxVisitor {
  private(set) var names: Set<String> = []

  override func visit(_ node: FunctionParameterSyntax) -> SyntaxVisitorContinueKind {
    add(node.type)
    return .skipChildren
  }

  override func visit(_ node: TypeAnnotationSyntax) -> SyntaxVisitorContinueKind {
    add(node.type)
    return .skipChildren
  }

  override func visit(_ node: ReturnClauseSyntax) -> SyntaxVisitorContinueKind {
    add(node.type)
    return .skipChildren
  }

  private func add(_ type: TypeSyntax) {
    let type = type.unattributed
    if type.is(IdentifierTypeSyntax.self) || type.is(MemberTypeSyntax.self) {
      names.insert(type.trimmedDescription)
    }
  }
}

extension TypeSyntax {
  /// The type without `@Sendable`, `inout` and the like, and without parentheses.
  var unattributed: TypeSyntax {
    if let attributed = self.as(AttributedTypeSyntax.self) {
      return attributed.baseType.unattributed
    }
    if let tuple = self.as(TupleTypeSyntax.self), tuple.elements.count == 1,
      let element = tuple.elements.first, element.firstName == nil
    {
      return element.type.unattributed
    }
    return self
  }

  /// Whether it is a function's type, as such or by one of some aliases.
  func isFunction(_ aliases: Set<String>) -> Bool {
    self.is(FunctionTypeSyntax.self) || aliases.contains(trimmedDescription)
  }

  /// The type as that of a value: without `@escaping` and ownership.
  var ofValue: TypeSyntax {
    guard var attributed = self.as(AttributedTypeSyntax.self) else { return self }
    attributed.attributes = attributed.attributes.filter {
      $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription != "escaping"
    }
    attributed.specifiers = attributed.specifiers.filter {
      guard let simple = $0.as(SimpleTypeSpecifierSyntax.self) else { return true }
      return ![.keyword(.borrowing), .keyword(.__shared)].contains(simple.specifier.tokenKind)
    }
    return attributed.attributes.isEmpty && attributed.specifiers.isEmpty
      && attributed.lateSpecifiers.isEmpty ? attributed.baseType : TypeSyntax(attributed)
  }
}
