// SPDX-License-Identifier: Apache-2.0

import DescriptorEncoding
import ExtensionSyntax
import SwiftSyntax
import SwiftSyntaxMacros

/// Writes a plug-in's manifest and its accessor beside a type.
struct PluginAttribute: PeerTextMacro {
  static func peers(
    of declaration: some DeclSyntaxProtocol, _ attribute: AttributeSyntax,
    _ context: some MacroExpansionContext
  ) throws(SyntaxProblem) -> [String] {
    guard context.lexicalContext.isEmpty else {
      throw SyntaxProblem(.pluginNotAtFileScope, at: attribute)
    }
    let name = declaration.asProtocol((any NamedDeclSyntax).self).map { Syntax($0.name) }
    let declared = try PluginDeclaration(
      declaration, attribute: attribute,
      source: ExtensionAttribute.place(of: name ?? Syntax(declaration), context).source)
    if let problem = uncalledFunction(of: declaration) { context.diagnose(problem.diagnostic) }
    let accessor = context.makeUniqueName("accessor").text
    // A second one in the module is a redeclaration.
    let once = "nonisolated let _onePluginPerModule: Swift::Void = ()"
    let place = SourcePlace(of: name ?? Syntax(declaration), in: context)
    let answer = "Graft::GeneratedCode.PluginAccessor.answer(request, \(declared.name).self)"
    return [
      place.around(once),
      AccessorEmission.function(named: accessor, ["  return unsafe \(answer)"]),
      try ExtensionAttribute.record(
        try? declared.manifest.record(), accessor, attribute, context),
    ]
  }

  /// The problem of functions of `ImageLifecycle` in a type that does not say that it conforms.
  private static func uncalledFunction(of declaration: some DeclSyntaxProtocol) -> SyntaxProblem? {
    guard let type = declaration.asProtocol((any DeclGroupSyntax).self),
      let name = declaration.asProtocol((any NamedDeclSyntax).self)?.name
    else { return nil }
    let inherited = type.inheritanceClause?.inheritedTypes
    let protocols = (inherited?.flatMap(\.type.parts) ?? []).map {
      $0.lastToken(viewMode: .sourceAccurate)?.text
    }
    let function = type.memberBlock.members.compactMap { $0.decl.as(FunctionDeclSyntax.self) }
      .first { function in
        ["onLoad", "onWithdraw"].contains(function.name.text)
          && (function.modifiers.has(.static) || function.modifiers.has(.class))
      }
    guard let function, !protocols.contains("ImageLifecycle") else { return nil }
    let text = (inherited == nil ? ":" : ",") + " ImageLifecycle"
    return SyntaxProblem(
      .uncalledLifecycle(function.name.text), at: function.name,
      fix: .insert(text, after: inherited.map { Syntax($0) } ?? Syntax(name), "write '\(text)'"))
  }
}

extension PluginAttribute: MemberMacro {
  static func expansion(
    of attribute: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let visibility = ProtocolDeclaration.Access(declaration.modifiers).ofOtherModules
    return [.unparsed("nonisolated \(visibility)static var _isOfPlugin: Swift::Void { () }")]
  }
}
