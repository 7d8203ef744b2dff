// SPDX-License-Identifier: Apache-2.0

import GraftDescriptors
import SwiftSyntax

/// What an extension's class implements.
struct ExtensionMembers {
  let requirements: [RequirementName]
  let hasPredicate: Bool

  /// - Parameter subject: what the class calls it.
  init(
    _ extensionClass: ClassDeclSyntax, subject: String, typed: Bool
  ) throws(SyntaxProblem) {
    let renamer = SubjectRenamer(from: subject)
    var methods: [RequirementMethodName] = []
    var hasPredicate = false
    for member in extensionClass.memberBlock.members {
      if let problem = member.decl.problemInExtension { throw problem }
      guard let function = member.decl.as(FunctionDeclSyntax.self), function.has(.override) else {
        continue
      }
      if let method = RequirementMethodName(function, renamer) {
        methods.append(method)
      } else if function.name.text == "applies" {
        hasPredicate = true
      }
    }
    guard !methods.isEmpty else {
      throw SyntaxProblem(.implementsNothing, at: extensionClass.name)
    }
    requirements = RequirementMethodName.names(of: methods, typed: typed)
    self.hasPredicate = hasPredicate
  }
}

extension DeclSyntax {
  /// Why a member can't be one of an extension's class.
  fileprivate var problemInExtension: SyntaxProblem? {
    if let property = self.as(VariableDeclSyntax.self), property.storesInInstance {
      return SyntaxProblem(
        .storedProperty, at: property.bindings, fix: .remove(self, "remove the property"))
    }
    if let initialiser = self.as(InitializerDeclSyntax.self) {
      return SyntaxProblem(
        .initialiser, at: initialiser.initKeyword, fix: .remove(self, "remove the initialiser"))
    }
    if let deinitialiser = self.as(DeinitializerDeclSyntax.self) {
      return SyntaxProblem(
        .deinitialiser, at: deinitialiser.deinitKeyword,
        fix: .remove(self, "remove the deinitialiser"))
    }
    if let condition = self.as(IfConfigDeclSyntax.self), condition.hidesMember {
      return SyntaxProblem(.conditionalMember, at: condition.clauses.first!.poundKeyword)
    }
    return nil
  }
}

extension IfConfigDeclSyntax {
  /// Whether a member that the macro has to see may be compiled or not.
  fileprivate var hidesMember: Bool {
    clauses.contains { clause in
      guard case .decls(let members) = clause.elements else { return false }
      return members.contains { member in
        member.decl.as(FunctionDeclSyntax.self)?.has(.override) ?? false
          || member.decl.problemInExtension != nil
      }
    }
  }
}

extension FunctionDeclSyntax {
  fileprivate func has(_ keyword: Keyword) -> Bool {
    modifiers.contains { $0.name.tokenKind == .keyword(keyword) }
  }
}

extension VariableDeclSyntax {
  /// Neither computed nor of the type.
  fileprivate var storesInInstance: Bool {
    let ofType = modifiers.contains {
      [.keyword(.static), .keyword(.class)].contains($0.name.tokenKind)
    }
    return !ofType && bindings.contains { $0.accessorBlock?.computes != true }
  }
}

extension AccessorBlockSyntax {
  /// Observers belong to a stored property.
  fileprivate var computes: Bool {
    guard case .accessors(let accessors) = accessors else { return true }
    return !accessors.allSatisfy {
      [.keyword(.willSet), .keyword(.didSet)].contains($0.accessorSpecifier.tokenKind)
    }
  }
}
