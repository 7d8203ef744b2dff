// SPDX-License-Identifier: Apache-2.0

public import GraftDescriptors
import SwiftParser
public import SwiftSyntax

/// A type with `@Plugin`, read from its source.
public struct PluginDeclaration {
  /// The type's name, without its module.
  public let name: String
  /// The manifest that the attribute declares.
  public var manifest: PluginManifest

  /// Reads a declaration; throws a problem of it.
  ///
  /// - Parameter source: `Module/File.swift:line`.
  public init(
    _ declaration: some DeclSyntaxProtocol, attribute: AttributeSyntax, source: String
  ) throws(SyntaxProblem) {
    guard let declared = declaration.asProtocol((any NamedDeclSyntax).self),
      let type = declaration.asProtocol((any WithGenericParametersSyntax).self),
      declaration.isProtocol((any DeclGroupSyntax).self), !declaration.is(ProtocolDeclSyntax.self)
    else { throw SyntaxProblem(.pluginIsNoType, at: attribute) }
    if let clause = type.genericParameterClause {
      throw SyntaxProblem(.pluginIsGeneric, at: clause, fix: .remove(clause, "remove it"))
    }
    name = declared.name.trimmedDescription
    func node(_ label: String) -> Syntax {
      attribute.argument(label).map { Syntax($0) } ?? Syntax(attribute)
    }
    let title = Self.text(node("name")) ?? ""
    guard !title.isEmpty, !title.utf8.contains(0) else {
      throw SyntaxProblem(.pluginNameIsNoLiteral, at: node("name"))
    }
    guard let version = Self.text(node("version")).flatMap(PluginVersion.init) else {
      throw SyntaxProblem(.pluginVersion, at: node("version"))
    }
    manifest = PluginManifest(
      name: title, version: version,
      needs: try attribute.argument("needs").map(Self.needs) ?? [], source: source)
  }

  /// The needs in a dictionary literal, in order.
  private static func needs(
    _ expression: ExprSyntax
  ) throws(SyntaxProblem) -> [PluginManifest.Need] {
    guard let literal = expression.as(DictionaryExprSyntax.self) else {
      throw SyntaxProblem(.pluginNeedsAreNoLiteral, at: expression)
    }
    guard case .elements(let elements) = literal.content else { return [] }
    var needs: [PluginManifest.Need] = []
    for element in elements {
      guard let name = text(element.key), !name.isEmpty,
        !name.utf8.contains(where: { $0 == 0 || $0 == 0x20 })
      else { throw SyntaxProblem(.pluginNeedName, at: element.key) }
      guard
        let need = text(element.value).flatMap({ PluginManifest.Need(written: "\(name) \($0)") }),
        need.limit.map({ need.minimum! < $0 }) ?? true
      else { throw SyntaxProblem(.pluginNeedVersions, at: element.value) }
      if needs.contains(where: { $0.name == name }) {
        throw SyntaxProblem(.pluginNeedTwice(name), at: element.key)
      }
      needs.append(need)
    }
    return needs
  }

  private static func text(_ expression: some SyntaxProtocol) -> String? {
    expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue
  }
}
