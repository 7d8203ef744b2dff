// SPDX-License-Identifier: Apache-2.0

import GraftDescriptors
import SwiftSyntax

/// An extension's superclass, `PExtension<Subject>`.
struct ExtensionSuperclass {
  /// The name without its generic argument.
  let name: String
  let protocolName: String
  private let type: TypeSyntax
  private let arguments: GenericArgumentListSyntax?

  init(of extensionClass: ClassDeclSyntax) throws(SyntaxProblem) {
    let type = extensionClass.inheritanceClause?.inheritedTypes.first?.type
    if let type = type?.as(IdentifierTypeSyntax.self) {
      arguments = type.genericArgumentClause?.arguments
      name = type.name.text
    } else if let type = type?.as(MemberTypeSyntax.self) {
      arguments = type.genericArgumentClause?.arguments
      name = type.baseType.trimmedDescription + "." + type.name.text
    } else {
      (arguments, name) = (nil, "")
    }
    guard let type, let protocolName = _BaseClassName.protocolName(of: name), !protocolName.isEmpty
    else { throw Self.missing(type, in: extensionClass) }
    self.type = type
    self.protocolName = protocolName
  }

  /// Checks that the superclass has one argument, the subject.
  func check(subject: String) throws(SyntaxProblem) {
    guard let arguments else {
      throw SyntaxProblem(
        .baseWithoutSubject(base: name, subject: subject), at: type,
        fix: .insert("<\(subject)>", after: type, "add '<\(subject)>'"))
    }
    let found = arguments.trimmedDescription
    guard found == subject else {
      throw SyntaxProblem(
        .baseOfOtherSubject(found, subject: subject), at: arguments,
        fix: .replace(arguments, with: subject, "replace '\(found)' with '\(subject)'"))
    }
  }

  /// The problem of a missing superclass.
  ///
  /// It proposes the subject's first constraint, which is most likely the protocol.
  private static func missing(
    _ found: TypeSyntax?, in extensionClass: ClassDeclSyntax
  ) -> SyntaxProblem {
    let node = found.map { Syntax($0) } ?? Syntax(extensionClass.name)
    let parameter = extensionClass.genericParameterClause?.parameters.first
    guard let parameter, let protocolName = parameter.inheritedType?.parts.first?.trimmedDescription
    else { return SyntaxProblem(.noBase(protocolName: "P"), at: node) }
    let base = "\(protocolName)\(_BaseClassName.suffixes[0])<\(parameter.name.text)>"
    let fix: SyntaxFix =
      if let found {
        .replace(found, with: base, "replace '\(found.trimmedDescription)' with '\(base)'")
      } else {
        .insert(": \(base)", after: extensionClass.genericParameterClause!, "add ': \(base)'")
      }
    return SyntaxProblem(.noBase(protocolName: protocolName), at: node, fix: fix)
  }
}
