// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
import SwiftSyntax

/// What conforming types have from extensions of protocols that have nothing to do with
/// theirs: of such a member and a default Swift chooses neither.
struct MembersOfOthers {
  private struct Other {
    let protocolName: String
    let members: [(identity: String, place: String)]
    /// Of extensions that let a type conform to the protocol, their names and labels: types
    /// need not be written there as the protocol writes them.
    let ownMembers: [Set<String>]
  }

  private let others: [Other]
  /// The extensions by which types of elsewhere conform.
  private let foreign: [ExtensionDeclSyntax]
  private let module: ModuleDeclarations

  init(of declared: ProtocolDeclSyntax, _ module: ModuleDeclarations) {
    let related = Set(declared.bounds.map(\.unqualified) + [declared.name.text])
    let conformers = module.extensions(conformingTo: declared.name.text)
    self.module = module
    foreign = conformers.filter { module.isForeign($0.extendedName) }
    guard !conformers.isEmpty else {
      others = []
      return
    }
    others = module.extendedProtocols.filter { !related.contains($0) }.compactMap { other in
      let conforming = conformers.filter { Self.conforms($0, toAlso: other, module) }
      guard !conforming.isEmpty else { return nil }
      let members = module.extensions(of: other).flatMap { found in
        module.members(found.declaration.memberBlock).flatMap { member in
          member.identities.map { ($0, found.file.place(of: member)) }
        }
      }
      let own = conforming.map { Set(module.members($0.memberBlock).flatMap(\.recordNames)) }
      return Other(protocolName: other, members: members, ownMembers: own)
    }
  }

  var isEmpty: Bool { others.isEmpty && foreign.isEmpty }

  /// That some conforming type does not implement a requirement itself, but has it.
  ///
  /// - Parameter identities: what the requirement is told from others by.
  func problem(of requirement: DeclSyntax, _ identities: [String]) -> SyntaxProblem.Kind? {
    let name = UnmarkedDefaults.name(of: requirement)
    let names = requirement.recordNames
    if let found = member(identities, names) {
      return .otherProtocolsMember(name, of: found.protocolName, place: found.place)
    }
    guard !foreign.isEmpty, let library = StandardLibrary.ofToolchain else { return nil }
    for conformer in foreign {
      let type = conformer.extendedName
      let own = module.extensions(of: type).flatMap { module.members($0.declaration.memberBlock) }
      let isOwn = own.contains { !Set($0.recordNames).isDisjoint(with: names) }
      if !isOwn, let found = library.protocol(giving: type, requirement) {
        return .standardMember(name, of: type, by: found)
      }
    }
    return nil
  }

  private func member(
    _ identities: [String], _ names: [String]
  ) -> (protocolName: String, place: String)? {
    for other in others where other.ownMembers.contains(where: { $0.isDisjoint(with: names) }) {
      if let found = other.members.first(where: { identities.contains($0.identity) }) {
        return (other.protocolName, found.place)
      }
    }
    return nil
  }

  /// A type of elsewhere may conform to any protocol; one of the module says so.
  private static func conforms(
    _ conformer: ExtensionDeclSyntax, toAlso other: String, _ module: ModuleDeclarations
  ) -> Bool {
    module.isForeign(conformer.extendedName)
      || conformer.inheritanceClause?.inheritedTypes.flatMap(\.type.parts)
        .contains { $0.unqualified == other } ?? false
  }
}
