// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// A part of a source file that changes as a whole: a member, the head of a type, a
/// protocol, or an import.
struct Declaration {
  enum Kind: Equatable {
    case function
    case initializer
    /// A property without storage.
    case computed
    /// A property with storage.
    ///
    /// Its observers can be replaced, but not its initial value.
    case observed
    case `subscript`
    case stored(isMutable: Bool)
    case enumerationCase
    case deinitializer
    /// The name, generic parameters, attributes and inheritance of a type.
    case typeHead
    /// An extension's text before its braces, if it has conformances.
    case conformance
    case protocolDeclaration
    case alias
    /// A statement of `main.swift`.
    case statement
    case other
  }

  let kind: Kind
  let scope: Scope
  let syntax: Syntax
  /// The name for people: `Cart.total()`.
  let title: String
  /// The name in calls.
  let baseName: String
  let line: Int
  let modifiers: Set<String>
  let attributes: Set<String>
  /// The part that callers or the program's layout depend on.
  let signature: String
  /// The part that a replacement can change.
  let body: String

  /// The identity of a declaration across versions of its file.
  struct Identity: Hashable {
    let scope: Scope
    let signature: String
  }

  var identity: Identity { Identity(scope: scope, signature: signature) }
}

extension SyntaxProtocol {
  func mentions(_ name: String) -> Bool {
    tokens(viewMode: .sourceAccurate).contains { $0.text == name || $0.text == "`\(name)`" }
  }

  /// The text of the tokens, so that spaces and comments make no difference.
  var tokenText: String {
    tokens(viewMode: .sourceAccurate).map(\.text).joined(separator: " ")
  }
}

extension Declaration {
  /// Whether it uses a name, rather than declaring another entity of that name.
  func uses(_ name: String) -> Bool {
    let isNamesake = baseName == name
    if isNamesake && modifiers.contains("override") { return true }
    let words = isNamesake ? body : signature + " " + body
    return words.split(separator: " ").contains { $0 == name || $0 == "`\(name)`" }
  }
}
