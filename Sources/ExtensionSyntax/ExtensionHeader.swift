// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// The head of an extension's class: `final class X<Subject: P & Q>:
/// PExtension<Subject> where …`.
struct ExtensionHeader {
  /// The class's name for its subject.
  let parameterName: String
  let baseName: String
  let protocolName: String
  let constraints: [Constraint]
  let isNoncopyable: Bool

  init(_ extensionClass: ClassDeclSyntax) throws(SyntaxProblem) {
    try Self.checkFinal(extensionClass)
    let base = try ExtensionSuperclass(of: extensionClass)
    let parameter = try Self.parameter(of: extensionClass, base)
    try base.check(subject: parameter.name.text)
    parameterName = parameter.name.text
    baseName = base.name
    protocolName = base.protocolName
    let reader = ConstraintReader(parameter: parameter.name.text, protocolName: protocolName)
    let inherited = try reader.constraints(of: parameter)
    let clauses = try reader.constraints(in: extensionClass.genericWhereClause)
    constraints = inherited + clauses
    isNoncopyable = reader.suppressesCopyable(parameter, extensionClass.genericWhereClause)
  }

  private static func checkFinal(_ extensionClass: ClassDeclSyntax) throws(SyntaxProblem) {
    let modifiers = extensionClass.modifiers
    guard !modifiers.has(.final) else { return }
    let fix: SyntaxFix =
      if let open = modifiers.first(where: { $0.name.tokenKind == .keyword(.open) }) {
        .replace(open, with: "public final", "replace 'open' with 'public final'")
      } else {
        .insert("final ", before: extensionClass.classKeyword, "add 'final'")
      }
    throw SyntaxProblem(.notFinal, at: extensionClass.classKeyword, fix: fix)
  }

  private static func parameter(
    of extensionClass: ClassDeclSyntax, _ base: ExtensionSuperclass
  ) throws(SyntaxProblem) -> GenericParameterSyntax {
    guard let clause = extensionClass.genericParameterClause else {
      let list = "<Subject: \(base.protocolName)>"
      throw SyntaxProblem(
        .notGeneric(base: base.name), at: extensionClass.name,
        fix: .insert(list, after: extensionClass.name, "add '\(list)'"))
    }
    guard let parameter = clause.parameters.first, clause.parameters.count == 1,
      parameter.specifier == nil
    else { throw SyntaxProblem(.severalParameters, at: clause) }
    return parameter
  }
}
