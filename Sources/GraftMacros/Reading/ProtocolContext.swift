// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
import SwiftSyntax

/// The facts about a protocol that its members need.
struct ProtocolContext {
  /// The associated types, and the aliases that the protocol declares or has from the
  /// standard library's protocols.
  var memberTypes: Set<String> = []
  /// Whether it refines a protocol whose associated types a macro does not know.
  var hasUnknownTypes = false
  /// The names of the types that it refines.
  var bounds: Set<String> = []
  /// The protocol's name, and those of the types that it is declared in.
  var ownNames: Set<String> = []
  /// The name of the namespace that only generated code uses, with enclosing types.
  var supportName = ""
  /// The names that stand for function types without looking so.
  var functionAliases: Set<String> = []
  /// Its aliases of types that mention `Self`, with these types.
  var aliasesOfSelf: [String: String] = [:]
  var isSPI = false
  var isClassBound = false
  var isActor = false
  var isNoncopyable = false

  /// Whether the protocol is nested in a type, which has member types of its own.
  var isNested: Bool { supportName.contains(".") }

  /// A context for a declaration whose protocol does not matter.
  static let ofAnyProtocol = ProtocolContext()

  /// The modifiers of a default.
  func written(_ modifiers: DeclModifierListSyntax) -> String {
    isNoncopyable
      ? modifiers.written : modifiers.without(.consuming, .__consuming, .borrowing).written
  }

  /// The isolation of a class's method, with a trailing space.
  ///
  /// The methods of an actor's protocol have it in their subject.
  func isolation(_ modifiers: DeclModifierListSyntax) -> String {
    isActor ? "" : modifiers.filter { $0.name.tokenKind == .keyword(.nonisolated) }.written
  }

  /// Whether a call with these parameters can't be made from within a closure.
  func needsStrongLink(_ parameters: [Parameter]) -> Bool {
    parameters.contains(where: \.needsStrongLink)
      || isNoncopyable && parameters.contains(where: \.isBorrowed)
  }

  func text(_ syntax: some SyntaxProtocol, hidden: Set<String> = []) -> TypeText {
    TypeText(syntax, scope(hiding: hidden))
  }

  func scope(hiding hidden: Set<String>) -> TypeScope { TypeScope(self, hiding: hidden) }

  func effects(
    _ specifiers: (any EffectSpecifiersSyntax)?, hidden: Set<String>
  ) -> Requirement.Effects {
    let isAsync = specifiers?.asyncSpecifier != nil
    let throwsClause = specifiers?.throwsClause
    // A function that throws `Never` does not throw.
    let throwsNever = throwsClause?.type?.unqualified == "Never"
    guard let throwsClause, !throwsNever else { return Requirement.Effects(isAsync: isAsync) }
    return Requirement.Effects(
      isAsync: isAsync, isRethrowing: throwsClause.throwsSpecifier.tokenKind == .keyword(.rethrows),
      throwing: " " + text(throwsClause, hidden: hidden),
      thrownType: throwsClause.type.map { text($0, hidden: hidden) })
  }
}
