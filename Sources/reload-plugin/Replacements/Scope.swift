// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// The type or extension around a declaration and its conditions.
///
/// An equal extension can be written from it in another file.
struct Scope: Hashable {
  /// The extended type, as `Cart.Line`; nil at file level.
  private(set) var type: String?
  /// Attributes of the extension and its `where` clause, as written.
  private var attributes = ""
  private(set) var constraints = ""
  /// The lines of each `#if` around it, outermost first, up to its clause.
  private(set) var conditions: [[String]] = []
  /// Whether the declaration is in the type itself, not in an extension.
  private(set) var isTypeItself = false
  private(set) var isClass = false
  /// Whether the extension is private, which its members are then, too.
  private(set) var isPrivate = false
  /// The extension's `public ` or `package `, which its members have then, too.
  private var access = ""
  /// Whether it is a nested type in an extension with constraints, which no extension
  /// can name.
  private(set) var isUnreachable = false

  /// The scope of declarations inside a type's braces.
  func entering(type name: String, isClass: Bool) -> Scope {
    var inner = self
    inner.type = title(of: name)
    (inner.attributes, inner.constraints) = ("", "")
    (inner.isTypeItself, inner.isClass) = (true, isClass)
    (inner.isPrivate, inner.access) = (false, "")
    inner.isUnreachable = isUnreachable || !constraints.isEmpty
    return inner
  }

  func entering(extension declaration: ExtensionDeclSyntax) -> Scope {
    var inner = self
    inner.type = declaration.extendedType.trimmedDescription
    inner.attributes = declaration.attributes.trimmedDescription
    inner.constraints = declaration.genericWhereClause?.trimmedDescription ?? ""
    inner.isTypeItself = false
    inner.isPrivate = declaration.modifiers.contains {
      ["private", "fileprivate"].contains($0.name.text)
    }
    let word = declaration.modifiers.first { ["public", "package"].contains($0.name.text) }
    inner.access = word.map { $0.name.text + " " } ?? ""
    return inner
  }

  func entering(clause: IfConfigClauseSyntax, after earlier: [IfConfigClauseSyntax]) -> Scope {
    var inner = self
    inner.conditions.append(
      (earlier + [clause]).map { clause in
        let condition = clause.condition.map { " " + $0.trimmedDescription } ?? ""
        return clause.poundKeyword.text + condition
      })
    return inner
  }

  /// The names that the extension mentions before its braces; none in the type itself.
  var extensionNames: [String] {
    guard let type, !isTypeItself else { return [] }
    return "\(type) \(constraints)".split { !$0.isLetter && !$0.isNumber && $0 != "_" }
      .map(String.init)
  }

  /// The name of a member for people: `Cart.total()`.
  func title(of member: String) -> String { type.map { $0 + "." + member } ?? member }

  func isInside(_ title: String) -> Bool {
    guard let type else { return false }
    return type == title || type.hasPrefix(title + ".")
  }

  /// A declaration's text in an extension that puts it into this scope.
  ///
  /// - Parameter isAddition: whether others see it by its name, with the extension's access.
  func wrapping(_ text: String, isAddition: Bool = false) -> String {
    var lines = conditions.flatMap(\.self)
    if let type {
      let access = isPrivate ? "fileprivate " : isAddition ? access : ""
      lines.append("\(attributes) \(access)extension \(type) \(constraints) {")
    }
    lines.append(text)
    if type != nil { lines.append("}") }
    return (lines + conditions.map { _ in "#endif" }).joined(separator: "\n")
  }
}
