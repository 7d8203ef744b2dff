// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
import SwiftDiagnostics
import SwiftIfConfig
import SwiftSyntax
import SwiftSyntaxMacros

extension MemberBlockItemListSyntax {
  /// Whether a member is marked `@Required`, inside or outside of `#if`.
  var hasRequired: Bool {
    flatMap { $0.decl.as(IfConfigDeclSyntax.self)?.allMembers ?? [$0.decl] }
      .contains { $0.isMarked("Required") }
  }

  /// The declarations that are compiled, inside and outside of `#if`.
  ///
  /// An expansion may depend on conditions: it is written for one compilation, and
  /// other modules see its result with its shape. An `#if` whose members are all
  /// marked `@Required` is left out if its condition is unknown.
  func compiled(in expansion: some MacroExpansionContext) throws(SyntaxProblem) -> [DeclSyntax] {
    var found: [DeclSyntax] = []
    for item in self {
      guard let condition = item.decl.as(IfConfigDeclSyntax.self) else {
        found.append(item.decl)
        continue
      }
      if condition.allMembers.allSatisfy({ $0.isMarked("Required") }) { continue }
      found += try condition.compiledMembers(in: expansion)?.compiled(in: expansion) ?? []
    }
    return found
  }
}

extension IfConfigDeclSyntax {
  /// The members in all clauses, including nested `#if`s.
  fileprivate var allMembers: [DeclSyntax] {
    members.flatMap { $0.as(IfConfigDeclSyntax.self)?.allMembers ?? [$0] }
  }

  /// The members of the clause that is compiled; nil if none is.
  fileprivate func compiledMembers(
    in expansion: some MacroExpansionContext
  ) throws(SyntaxProblem) -> MemberBlockItemListSyntax? {
    let unknown = SyntaxProblem(.conditionalRequirement, at: clauses.first!.poundKeyword)
    guard let configuration = expansion.buildConfiguration else { throw unknown }
    let (clause, problems) = activeClause(in: configuration)
    guard !problems.contains(where: { $0.diagMessage.severity == .error }) else { throw unknown }
    guard case .decls(let items)? = clause?.elements else { return nil }
    return items
  }
}
