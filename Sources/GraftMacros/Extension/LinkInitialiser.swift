// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
import SwiftSyntax

/// The initialiser of a class that the registry makes an object of. Inherited it would be
/// the main actor's in a module where all is by default, and the registry is nobody's.
enum LinkInitialiser {
  /// - Parameter checks: statements for the compiler, each on lines of its own.
  static func source(
    of declaration: some DeclGroupSyntax, then checks: String = ""
  ) -> [DeclSyntax] {
    // The peer role says what is wrong with anything else.
    guard let declared = declaration.as(ClassDeclSyntax.self),
      let superclass = declared.inheritanceClause?.inheritedTypes.first?.type.trimmedDescription
    else { return [] }
    let access = ProtocolDeclaration.Access(declared.modifiers)
    let visibility = [.public, .package].contains(access) ? access.modifier : ""
    let (parameter, argument) =
      superclass.hasSuffix(PointcutDeclaration.superclass)
      ? ("", "") : ("_ successors: Graft::LinkSuccessors", "successors")
    let end = checks.isEmpty ? "" : "\n\(checks)\n"
    return [
      .unparsed(
        "nonisolated \(visibility)required init(\(parameter)) { super.init(\(argument))\(end) }")
    ]
  }
}
