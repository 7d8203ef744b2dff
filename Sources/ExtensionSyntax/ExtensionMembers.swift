// SPDX-License-Identifier: Apache-2.0

import GraftDescriptors
import SwiftSyntax

/// What an extension's class implements.
struct ExtensionMembers {
  let requirements: [RequirementName]
  let hasPredicate: Bool

  init(_ extensionClass: ClassDeclSyntax) throws(SyntaxProblem) {
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
    requirements = RequirementMethodName.names(of: methods)
    self.hasPredicate = hasPredicate
  }
}

/// The requirement that a method of a class `PExtension` stands for.
struct RequirementMethodName {
  private let isStatic: Bool
  private let baseName: String
  private let parameters: [(label: String, type: String)]

  /// Nil for a function without a subject, such as `applies(to:)`.
  init?(_ function: FunctionDeclSyntax) {
    guard let subject = function.signature.parameterClause.parameters.first,
      subject.firstName.text == "_", !function.has(.class), !function.has(.static)
    else { return nil }
    isStatic = subject.type.trimmedDescription.hasSuffix(".Type")
    baseName = function.name.text
    parameters = function.signature.parameterClause.parameters.dropFirst().map {
      ($0.firstName.text, $0.type.trimmedDescription)
    }
  }

  private var untyped: String { text { "\($0.label):" } }

  private var typed: String { text(separator: ", ") { "\($0.label): \($0.type)" } }

  private func text(
    separator: String = "", _ parameter: ((label: String, type: String)) -> String
  ) -> String {
    (isStatic ? "static " : "") + baseName
      + "(" + parameters.map(parameter).joined(separator: separator) + ")"
  }

  /// With types only where several of a class share a name.
  static func names(of methods: [RequirementMethodName]) -> [RequirementName] {
    methods.map { method in
      let isOverloaded = methods.count { $0.untyped == method.untyped } > 1
      return RequirementName(isOverloaded ? method.typed : method.untyped)
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
