// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
import SwiftSyntax
import SwiftSyntaxMacros

/// Writes the initialiser of a class that the registry instantiates.
///
/// An inherited one would be isolated to the main actor in a module where that is
/// the default, but the registry runs on no actor.
enum LinkInitialiser {
  /// The initialiser's source.
  ///
  /// - Parameter checks: statements for the compiler, each on its own lines.
  static func source(
    of declaration: some DeclGroupSyntax, then checks: String = "",
    in expansion: some MacroExpansionContext
  ) -> [DeclSyntax] {
    // The peer role reports the errors of other declarations.
    guard let declared = declaration.as(ClassDeclSyntax.self),
      let superclass = declared.inheritanceClause?.inheritedTypes.first?.type.trimmedDescription
    else { return [] }
    let visibility = ProtocolDeclaration.Access(declared.modifiers).ofOtherModules
    let (parameter, argument) =
      PointcutDeclaration.superclasses.contains { superclass.hasSuffix($0) }
      ? ("", "") : ("_ successors: Graft::LinkSuccessors", "successors")
    let end = checks.isEmpty ? "" : "\n\(checks)\n"
    let head = "nonisolated \(visibility)required init(\(parameter)) { super.init(\(argument))"
    // A superclass that does not exist has no initialiser either.
    let place = declared.inheritanceClause.flatMap { SourcePlace(of: $0, in: expansion) }
    return [.unparsed(place.around(head) + end + "\n}")]
  }
}
