// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
public import SwiftSyntax
import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// Gives a generic default a name of its own, since a call of the one that it has in common
/// with its requirement is one of that: the body becomes a member of that name, and what was
/// declared calls it.
public struct GenericDefaultAttribute {
  /// The text is written as it is to be read; formatting it takes most of the time.
  public static var formatMode: FormatMode { .disabled }

  static func name(of default: String) -> String { "_graft_default_" + `default` }

  /// Whether a member of an extension with `@Default` needs it.
  static func isNeeded(_ member: some DeclSyntaxProtocol) -> Bool {
    guard let function = member.as(FunctionDeclSyntax.self), DeclSyntax(function).isGeneric,
      case .identifier = function.name.tokenKind
    else { return false }
    return !function.modifiers.has(.private) && !function.modifiers.has(.fileprivate)
  }
}

extension GenericDefaultAttribute: PeerMacro {
  public static func expansion(
    of attribute: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let function = declaration.as(FunctionDeclSyntax.self), let body = function.body else {
      return []
    }
    let attributes = function.attributes.compactMap { $0.as(AttributeSyntax.self) }
    let isInlined = attributes.contains { attribute in
      ["inlinable", "_alwaysEmitIntoClient"].contains { attribute.isNamed($0) }
    }
    let kept = attributes.filter { attribute in
      !["inlinable", "_alwaysEmitIntoClient", "usableFromInline", "inline", "_GenericDefault"]
        .contains { attribute.isNamed($0) }
    }
    var copy = function
    copy.attributes = []
    copy.modifiers = function.modifiers.ofRequirement
    copy.name = .identifier(
      name(of: function.name.text.filter { $0 != "`" }), trailingTrivia: function.name.trailingTrivia)
    copy.signature.parameterClause.parameters = AuthorDefaultMember.plain(
      function.signature.parameterClause.parameters)
    copy.body = nil
    let statements = body.statements.trimmedDescription
    let place = body.statements.first.flatMap { SourcePlace(of: $0, in: context) }
    return [
      .unparsed(
        """
        \(kept.map { $0.trimmedDescription + " " }.joined())\(isInlined ? "@usableFromInline " : "fileprivate ")\(copy.trimmedDescription) {
        \(place?.around(statements) ?? statements)
        }
        """)
    ]
  }
}

extension GenericDefaultAttribute: BodyMacro {
  public static func expansion(
    of attribute: AttributeSyntax,
    providingBodyFor declaration: some DeclSyntaxProtocol & WithOptionalCodeBlockSyntax,
    in context: some MacroExpansionContext
  ) throws -> [CodeBlockItemSyntax] {
    let declaration = DeclSyntax(declaration)
    guard let plain = try? AuthorDefaultMember(declaration, isAny: true)?.requirement,
      let requirement = try? ProtocolMember.members(plain, .ofAnyProtocol).first?.requirements.first
    else { return [] }
    // Who calls it by this name leaves out an argument, and so does not mean the requirement.
    guard requirement.parameters.allSatisfy({ $0.writtenName != nil && !$0.isVariadic }) else {
      return ["Swift::fatalError()"]
    }
    let arguments = requirement.parameters.map(\.withWrittenName.argument)
    let marks =
      (requirement.effects.canThrow ? "try " : "") + (requirement.effects.isAsync ? "await " : "")
    let call = "\(name(of: requirement.declaredName))(\(arguments.joined(separator: ", ")))"
    return ["return \(raw: marks)\(raw: call)"]
  }
}
