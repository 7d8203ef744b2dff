// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
import SwiftDiagnostics
import SwiftIfConfig
import SwiftSyntax
import SwiftSyntaxMacros

extension MemberBlockItemListSyntax {
  /// Whether something is marked so, in or out of `#if`.
  var hasRequired: Bool {
    contains { item in
      (item.decl.as(IfConfigDeclSyntax.self)?.allMembers ?? [item.decl])
        .contains { $0.isMarked("Required") }
    }
  }

  /// The declarations that are compiled, in and out of `#if`.
  ///
  /// The text of an expansion may depend on that: it is written for one compilation, and
  /// other modules see what came of it, with the shape of that. What is marked `@Required`
  /// all through has no part in it, and is left out where the condition is not known.
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
  /// Of all clauses, those in further conditions included.
  fileprivate var allMembers: [DeclSyntax] {
    clauses.flatMap { clause -> [DeclSyntax] in
      guard case .decls(let items) = clause.elements else { return [] }
      return items.flatMap { item in
        item.decl.as(IfConfigDeclSyntax.self)?.allMembers ?? [item.decl]
      }
    }
  }

  /// Nil if no clause is compiled.
  fileprivate func compiledMembers(
    in expansion: some MacroExpansionContext
  ) throws(SyntaxProblem) -> MemberBlockItemListSyntax? {
    let unknown = SyntaxProblem(.conditionalRequirement, at: clauses.first!.poundKeyword)
    guard let configuration = expansion.buildConfiguration else { throw unknown }
    let (clause, problems) = activeClause(in: ToolchainModules(configuration))
    guard !problems.contains(where: { $0.diagMessage.severity == .error }) else { throw unknown }
    guard case .decls(let items)? = clause?.elements else { return nil }
    return items
  }
}
