// SPDX-License-Identifier: Apache-2.0

import DescriptorEncoding
import ExtensionSyntax
import GraftDescriptors
public import SwiftSyntax
public import SwiftSyntaxMacros

/// Writes a plug-in's manifest and its accessor beside a type.
public struct PluginAttribute: PeerMacro {
  /// Leaves the text as it is written; formatting takes most of the time.
  public static var formatMode: FormatMode { .disabled }

  public static func expansion(
    of attribute: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    do {
      return try peers(of: declaration, attribute, context)
    } catch {
      context.diagnose(error.diagnostic)
      return []
    }
  }

  private static func peers(
    of declaration: some DeclSyntaxProtocol, _ attribute: AttributeSyntax,
    _ context: some MacroExpansionContext
  ) throws(SyntaxProblem) -> [DeclSyntax] {
    guard context.lexicalContext.isEmpty else {
      throw SyntaxProblem(.pluginNotAtFileScope, at: attribute)
    }
    let name = declaration.asProtocol((any NamedDeclSyntax).self).map { Syntax($0.name) }
    let declared = try PluginDeclaration(
      declaration, attribute: attribute,
      source: ExtensionAttribute.place(of: name ?? Syntax(declaration), context).source)
    let accessor = context.makeUniqueName("accessor").text
    // A second one in the module is a redeclaration.
    let once = "nonisolated let _pluginOfModule: Swift::Void = ()"
    let place = SourcePlace(of: name ?? Syntax(declaration), in: context)
    return [
      .unparsed(place?.around(once) ?? once),
      .unparsed(
        """
        @c nonisolated private func \(accessor)(
          _ request: Swift::UnsafePointer<CGraft::graft_request>
        ) -> Swift::UnsafeMutableRawPointer? {
          CGraft::graft_anchor()
          return unsafe Graft::GeneratedCode.PluginAccessor.answer(request, \(declared.name).self)
        }
        """),
      try ExtensionAttribute.record(
        try? declared.manifest.record(), accessor, attribute, context),
    ]
  }
}

extension PluginAttribute: MemberMacro {
  public static func expansion(
    of attribute: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let access = ProtocolDeclaration.Access(declaration.modifiers)
    let visibility = [.public, .package].contains(access) ? access.modifier : ""
    return [.unparsed("nonisolated \(visibility)static var _isOfPlugin: Swift::Void { () }")]
  }
}
