// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// The generic parts of a requirement.
struct GenericParts {
  let parameters: TypeText
  let whereClause: TypeText
  /// The names of its generic parameters.
  ///
  /// They shadow associated types of the same name.
  let names: Set<String>
  /// Whether a type in the parameters or constraints has `Self` as a generic argument or bound.
  let hasArgumentOfSelf: Bool
  /// Whether a type is suppressed as `~Escapable`: its values can't leave the call.
  let isNonescapable: Bool

  /// - Parameter declared: nil for a property.
  init(_ declared: (any WithGenericParametersSyntax)?, _ context: ProtocolContext) {
    let parameters = declared?.genericParameterClause
    let names = Set((parameters?.parameters ?? []).map(\.name.text))
    self.names = names
    hasArgumentOfSelf = declared.map(SelfArgumentFinder.finds(in:)) ?? false
    isNonescapable = declared?.hasToken(.identifier("Escapable")) ?? false
    self.parameters = parameters.map { context.text($0, hidden: names) } ?? .none
    whereClause =
      declared?.genericWhereClause.map { " " + context.text($0, hidden: names) } ?? .none
  }

  /// Whether a generic parameter occurs in the result alone, so that only a caller
  /// can infer it.
  func areMissing(in parameters: FunctionParameterListSyntax) -> Bool {
    let words = Set(parameters.tokens(viewMode: .sourceAccurate).map(\.text))
    return !names.isSubset(of: words)
  }
}

extension FunctionParameterListSyntax {
  func parsed(
    _ context: ProtocolContext, _ generics: GenericParts, hidesLabel: Bool = false
  ) -> [Parameter] {
    let written = Set(map { ($0.secondName ?? $0.firstName).text.filter { $0 != "`" } })
    return enumerated().reduce(into: []) { parsed, next in
      let (index, parameter) = next
      parsed.append(
        Parameter(
          parameter, index: index, taken: Set(parsed.map { $0.name.filter { $0 != "`" } }),
          written: written,
          hidesLabel: hidesLabel,
          generics: generics.names, functionAliases: context.functionAliases,
          keepsAttributes: !context.scope(hiding: []).isNested
        ) { context.text($0, hidden: generics.names) })
    }
  }
}

/// Finds types that may demand of `Self`, as a generic argument or bound, that it conforms.
final class SelfArgumentFinder: SyntaxVisitor {
  private var found = false

  static func finds(in declared: any SyntaxProtocol) -> Bool {
    let finder = SelfArgumentFinder(viewMode: .sourceAccurate)
    finder.walk(declared)
    return finder.found
  }

  override func visit(_ node: ReturnClauseSyntax) -> SyntaxVisitorContinueKind {
    node.parent?.is(FunctionTypeSyntax.self) == true ? .visitChildren : .skipChildren
  }

  override func visit(_ node: GenericArgumentClauseSyntax) -> SyntaxVisitorContinueKind {
    let name = node.parent?.as(IdentifierTypeSyntax.self)?.name.text ?? ""
    return Self.undemanding.contains(name) ? .visitChildren : note(node)
  }

  private static let undemanding: Set<String> = [
    "Array", "KeyPath", "Optional", "Result", "WritableKeyPath",
  ]

  override func visit(_ node: GenericParameterClauseSyntax) -> SyntaxVisitorContinueKind {
    note(node)
  }

  override func visit(_ node: GenericWhereClauseSyntax) -> SyntaxVisitorContinueKind { note(node) }

  private func note(_ node: some SyntaxProtocol) -> SyntaxVisitorContinueKind {
    if node.mentionsSelf { found = true }
    return .visitChildren
  }
}
