// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
import SwiftSyntax
import SwiftSyntaxMacros

/// Finds implementations of requirements that a protocol's author wrote without
/// `@Default`.
///
/// The compiler sees each as a redeclaration of the generated default, or as nearly
/// one. It reports that at either place, depending on the order of files, and then
/// for each conforming type.
struct UnmarkedDefaults {
  /// The error of each requirement that has such a default; nil if `@Default` is
  /// there and reports what is missing.
  private(set) var problems: [(requirement: SyntaxIdentifier, problem: SyntaxProblem?)] = []

  /// - Parameter requirements: the requirements that are compiled.
  init(
    of declared: ProtocolDeclSyntax, _ requirements: [DeclSyntax], _ module: ModuleDeclarations
  ) {
    let name = declared.name.text
    let extensions = module.extensions(of: name).filter { $0.declaration.isUnconstrained }
      .map { Found($0, module) }
    let defaults = extensions.flatMap { found in
      found.members.flatMap { member in
        member.identities.map {
          (identity: $0, place: found.file.place(of: member), isMarked: found.isMarked)
        }
      }
    }
    let isNoncopyable = declared.bounds.contains { $0.suppressed == "Copyable" }
    let others = MembersOfOthers(of: declared, module)
    guard !extensions.isEmpty || !others.isEmpty else { return }
    for requirement in requirements where !requirement.isMarked("Required") {
      let own = requirement.identities
      lazy var name = Self.name(of: requirement)
      let kind: SyntaxProblem.Kind?
      // Marking the default would leave two candidates.
      if let found = others.problem(of: requirement, own) {
        kind = found
      } else if let found = defaults.first(where: { own.contains($0.identity) }) {
        kind =
          found.isMarked
          ? nil
          : isNoncopyable
            ? .defaultOfNoncopyableProtocol(name, place: found.place)
            : .unmarkedDefault(name, place: found.place)
      } else if let property = requirement.property,
        let found = extensions.lazy.compactMap({ $0.place(ofProperty: property) }).first
      {
        kind = .differingDefault(name, place: found)
      } else {
        continue
      }
      let problem = kind.map {
        SyntaxProblem($0, at: requirement.nameNode, fix: .require(requirement))
      }
      problems.append((requirement.id, problem))
    }
  }

  static func name(of requirement: DeclSyntax) -> String {
    let members = try? ProtocolMember.members(requirement, .ofAnyProtocol)
    let name = members?.first?.requirements.first?.untypedName ?? ""
    return name.hasPrefix("get ") ? String(name.dropFirst(4)) : name
  }

  private struct Found {
    let members: [DeclSyntax]
    let file: ModuleSources.File
    let isMarked: Bool

    init(
      _ found: ModuleDeclarations.Found<ExtensionDeclSyntax>, _ module: ModuleDeclarations
    ) {
      members = module.members(found.declaration.memberBlock)
      file = found.file
      isMarked = found.declaration.attributes.contains {
        $0.as(AttributeSyntax.self)?.isNamed("Default") ?? false
      }
    }

    func place(ofProperty name: String) -> String? {
      members.first { $0.property == name }.map { file.place(of: $0) }
    }
  }
}

extension DeclSyntax {
  /// A property's name, with `static`.
  ///
  /// Two properties of one name are ambiguous whatever their types.
  var property: String? {
    guard let property = self.as(VariableDeclSyntax.self),
      let name = property.bindings.first?.pattern.trimmedDescription
    else { return nil }
    return (property.modifiers.has(.static) ? "static " : "") + name
  }
}

extension ExtensionDeclSyntax {
  /// Whether it applies to all conforming types.
  fileprivate var isUnconstrained: Bool {
    (genericWhereClause?.requirements ?? []).allSatisfy { requirement in
      guard case .conformanceRequirement(let conformance) = requirement.requirement else {
        return false
      }
      return conformance.rightType.suppressed != nil
    }
  }
}
