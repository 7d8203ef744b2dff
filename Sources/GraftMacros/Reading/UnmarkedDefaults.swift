// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
import SwiftSyntax
import SwiftSyntaxMacros

/// Looks for implementations of requirements that the author of a protocol has written
/// without `@Default`.
///
/// To the compiler each is a redeclaration of what `@Extensible` writes, or as good as that,
/// and it says so here or there, as the files come, and then of each conforming type.
struct UnmarkedDefaults {
  /// One for each requirement that has such a default.
  private(set) var problems: [(requirement: SyntaxIdentifier, problem: SyntaxProblem)] = []

  /// - Parameter requirements: those that are compiled.
  init(
    of declared: ProtocolDeclSyntax, _ requirements: [DeclSyntax], _ module: ModuleDeclarations
  ) {
    let name = declared.name.text
    let extensions = module.extensions(of: name).filter { found in
      found.declaration.genericWhereClause == nil
        && !found.declaration.attributes.contains {
          $0.as(AttributeSyntax.self)?.isNamed("Default") ?? false
        }
    }.map { Found($0, module) }
    let defaults = extensions.flatMap { found in
      found.members.flatMap { member in
        member.identities.map { (identity: $0, place: found.file.place(of: member)) }
      }
    }
    let others = MembersOfOthers(of: declared, module)
    guard !extensions.isEmpty || !others.isEmpty else { return }
    for requirement in requirements where !requirement.isMarked("Required") {
      let own = requirement.identities
      lazy var name = Self.name(of: requirement)
      let kind: SyntaxProblem.Kind
      if let found = defaults.first(where: { own.contains($0.identity) }) {
        kind = .unmarkedDefault(name, place: found.place)
      } else if let property = Self.property(requirement),
        let found = extensions.lazy.compactMap({ $0.place(ofProperty: property) }).first
      {
        kind = .differingDefault(name, place: found)
      } else if let found = others.member(own) {
        kind = .otherProtocolsMember(name, of: found.protocolName, place: found.place)
      } else {
        continue
      }
      let problem = SyntaxProblem(kind, at: requirement.nameNode, fix: .require(requirement))
      problems.append((requirement.id, problem))
    }
  }

  private static func name(of requirement: DeclSyntax) -> String {
    let members = try? ProtocolMember.members(requirement, .ofAnyProtocol)
    let name = members?.first?.requirements.first?.untypedName ?? ""
    return name.hasPrefix("get ") ? String(name.dropFirst(4)) : name
  }

  /// A property's name, with `static`: two of one name are ambiguous whatever their types.
  fileprivate static func property(_ declaration: DeclSyntax) -> String? {
    guard let property = declaration.as(VariableDeclSyntax.self),
      let name = property.bindings.first?.pattern.trimmedDescription
    else { return nil }
    return (property.modifiers.has(.static) ? "static " : "") + name
  }

  private struct Found {
    let members: [DeclSyntax]
    let file: ModuleSources.File

    init(
      _ found: ModuleDeclarations.Found<ExtensionDeclSyntax>, _ module: ModuleDeclarations
    ) {
      members = module.members(found.declaration.memberBlock)
      file = found.file
    }

    func place(ofProperty name: String) -> String? {
      members.first { UnmarkedDefaults.property($0) == name }.map { file.place(of: $0) }
    }
  }
}
