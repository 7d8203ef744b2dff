// SPDX-License-Identifier: Apache-2.0

import GraftDescriptors
import SwiftSyntax

/// What an extension's class implements.
struct ExtensionMembers {
  let requirements: [RequirementName]
  let hasPredicate: Bool

  init(_ extensionClass: ClassDeclSyntax, typed: Bool) throws(SyntaxProblem) {
    var methods: [RequirementMethodName] = []
    var hasPredicate = false
    for member in extensionClass.memberBlock.members {
      if let property = member.decl.as(VariableDeclSyntax.self), property.storesInInstance {
        throw SyntaxProblem(.storedProperty, at: property)
      }
      if let initialiser = member.decl.as(InitializerDeclSyntax.self) {
        throw SyntaxProblem(.initialiser, at: initialiser)
      }
      guard let function = member.decl.as(FunctionDeclSyntax.self), function.has(.override) else {
        continue
      }
      if let method = RequirementMethodName(function) {
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
    return !ofType
      && bindings.contains { binding in
        guard let block = binding.accessorBlock else { return true }
        guard case .accessors(let accessors) = block.accessors else { return false }
        return !accessors.contains {
          [.keyword(.get), .keyword(.set)].contains($0.accessorSpecifier.tokenKind)
        }
      }
  }
}
