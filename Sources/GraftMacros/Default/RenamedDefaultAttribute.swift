// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// Gives a generic or variadic default, or an operator's, a name of its own.
///
/// The body becomes a member of that name, and the declared member calls it. The
/// compiler can't tell such a default from its requirement, or can't pass its
/// arguments on.
struct RenamedDefaultAttribute: UnformattedMacro {

  /// The name of a default's member, in backticks if it is an operator's.
  ///
  /// - Parameter requirement: the requirement that the default implements.
  static func name(of requirement: Requirement) -> String {
    requirement.escaped("_graft_default_" + requirement.declaredName)
  }

  fileprivate static func requirement(_ declaration: DeclSyntax) -> Requirement? {
    guard let plain = try? declaration.requirementOfDefault(isAny: true) else { return nil }
    return try? ProtocolMember.members(plain, .ofAnyProtocol).first?.requirements.first
  }
}

extension RenamedDefaultAttribute: PeerMacro {
  static func expansion(
    of attribute: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let function = declaration.as(FunctionDeclSyntax.self), let body = function.body,
      let requirement = requirement(DeclSyntax(function))
    else { return [] }
    let inlining = ["inlinable", "_alwaysEmitIntoClient", "_transparent"]
    let isInlined = inlining.contains { function.attributes.named($0) != nil }
    let own = inlining + ["usableFromInline", "inline", "RenamedDefault"]
    let kept = function.attributes.compactMap { $0.as(AttributeSyntax.self) }
      .filter { attribute in !own.contains { attribute.isNamed($0) } }
    var copy = function
    copy.attributes = []
    copy.modifiers = function.modifiers.ofRequirement.without(.prefix, .postfix)
    copy.name = .identifier(name(of: requirement))
    copy.signature.parameterClause.parameters =
      function.signature.parameterClause.parameters.withoutValues
      .withArrays(hidingLabels: requirement.kind == .operator)
    copy.body = nil
    let statements = function.titledBody!.statements.trimmedDescription
    let place = body.statements.first.flatMap { SourcePlace(of: $0, in: context) }
    return [
      .unparsed(
        """
        \(kept.map { $0.oneLine + " " }.joined())\
        \(isInlined ? "@usableFromInline" : "fileprivate") \(copy.oneLine) {
        \(place?.begin(statements) ?? statements)
        }
        """)
    ]
  }
}

extension RenamedDefaultAttribute: BodyMacro {
  static func expansion(
    of attribute: AttributeSyntax,
    providingBodyFor declaration: some DeclSyntaxProtocol & WithOptionalCodeBlockSyntax,
    in context: some MacroExpansionContext
  ) throws -> [CodeBlockItemSyntax] {
    guard let requirement = requirement(DeclSyntax(declaration)) else { return [] }
    // A caller that uses this name leaves out an argument, so it does not mean the
    // requirement.
    guard requirement.parameters.allSatisfy({ $0.writtenName != nil }) else {
      return ["Swift::fatalError()"]
    }
    let arguments = requirement.parameters.map(\.written.argument)
    let call = "\(name(of: requirement))(\(arguments.list))"
    return ["return \(raw: requirement.effects.marks)\(raw: call)"]
  }
}

extension FunctionParameterListSyntax {
  /// The parameters with `[Int]` for `Int...`, as a body sees them.
  fileprivate func withArrays(hidingLabels hidesLabels: Bool) -> FunctionParameterListSyntax {
    FunctionParameterListSyntax(
      map { parameter in
        var parameter = parameter
        if parameter.ellipsis != nil {
          parameter.type = TypeSyntax(ArrayTypeSyntax(element: parameter.type.trimmed))
          parameter.ellipsis = nil
        }
        if hidesLabels, parameter.secondName == nil {
          parameter.secondName = parameter.firstName.trimmed
          parameter.firstName = .wildcardToken(trailingTrivia: .space)
        }
        return parameter
      })
  }
}
