// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
import SwiftSyntax

/// What members have to know of their protocol.
struct ProtocolContext {
  /// Associated types, and aliases that the protocol declares or has from one of the
  /// standard library.
  let memberTypes: Set<String>
  /// It refines a protocol of which a macro does not know the associated types.
  var hasUnknownTypes = false
  /// The names of what it refines.
  var bounds: Set<String> = []
  /// It refines a protocol that can have members of a requirement's name.
  var hasAncestors = false
  /// Of the namespace that only generated code uses, with what it is nested in.
  var supportName = ""
  /// What is a function, though it does not look so.
  var functionAliases: Set<String> = []
  /// Its aliases of what is written with `Self`, with that.
  var aliasesOfSelf: [String: String] = [:]
  /// It says `@_spi` itself.
  var isSPI = false
  let isClassBound: Bool
  let isActor: Bool
  let isNoncopyable: Bool

  /// How a class's method takes the subject.
  func subject(_ modifiers: DeclModifierListSyntax, isStatic: Bool) -> Requirement.SubjectForm {
    if isStatic { return .type }
    if modifiers.has(.mutating) { return .inOut }
    // What can be copied need not be said to be consumed or borrowed, and then could not be
    // copied implicitly.
    if isNoncopyable {
      return modifiers.has(.consuming) || modifiers.has(.__consuming) ? .consuming : .borrowing
    }
    if isActor && !modifiers.has(.nonisolated) { return .isolated }
    return .value
  }

  /// The modifiers of a default.
  func written(_ modifiers: DeclModifierListSyntax) -> String {
    let ownership: [Keyword] = [.consuming, .__consuming, .borrowing]
    return modifiers.filter { modifier in
      isNoncopyable || !ownership.contains { modifier.name.tokenKind == .keyword($0) }
    }.map { $0.trimmedDescription + " " }.joined()
  }

  /// What a class's method says of its isolation, with a space after it. In an
  /// actor's protocol the subject says it.
  func isolation(_ modifiers: DeclModifierListSyntax) -> String {
    guard !isActor else { return "" }
    let modifier = modifiers.first { $0.name.tokenKind == .keyword(.nonisolated) }
    return modifier.map { $0.trimmedDescription + " " } ?? ""
  }

  /// Whether a call with these parameters can't be made from within a closure.
  func needsStrongLink(_ parameters: [Parameter]) -> Bool {
    parameters.contains(where: \.needsStrongLink)
      || isNoncopyable && parameters.contains(where: \.isBorrowed)
  }

  func text(_ syntax: some SyntaxProtocol, hidden: Set<String> = []) -> TypeText {
    TypeText(syntax, scope(hiding: hidden))
  }

  func scope(hiding hidden: Set<String>) -> TypeScope {
    TypeScope(
      memberTypes: memberTypes.subtracting(hidden), hidden: hidden,
      hasUnknownTypes: hasUnknownTypes, functionAliases: functionAliases, supportName: supportName)
  }

  func effects(
    isAsync: Bool, _ throwsClause: ThrowsClauseSyntax?, hidden: Set<String> = []
  ) -> Requirement.Effects {
    // What throws `Never` does not throw.
    let throwsNever = throwsClause?.type?.unqualified == "Never"
    guard let throwsClause, !throwsNever else { return Requirement.Effects(isAsync: isAsync) }
    return Requirement.Effects(
      isAsync: isAsync, isRethrowing: throwsClause.throwsSpecifier.tokenKind == .keyword(.rethrows),
      throwing: " " + text(throwsClause, hidden: hidden),
      thrownType: throwsClause.type.map { text($0, hidden: hidden) })
  }
}
