// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
import SwiftSyntax

/// The members that conforming types have from extensions of unrelated protocols.
///
/// Swift finds such a member and a default ambiguous.
struct MembersOfOthers {
  private struct Other {
    let protocolName: String
    let members: [(identity: String, place: String)]
    /// The names and labels of members in the extensions that make a type conform to
    /// the protocol.
    ///
    /// Types need not be written there as in the protocol.
    let ownMembers: [Set<String>]
  }

  private let others: [Other]
  /// The members that the module's own types have from extensions of other protocols.
  private let ofTypes: [OfType]
  private struct OfType {
    let type: ConformingType
    let members: [(identity: String, protocolName: String, place: String)]
  }

  /// The extensions that make foreign types conform.
  private let foreign: [ExtensionDeclSyntax]
  private let module: ModuleDeclarations

  init(of declared: ProtocolDeclSyntax, _ module: ModuleDeclarations) {
    let related = Set(declared.bounds.map(\.unqualified) + [declared.name.text])
    let conformers = module.extensions(conformingTo: declared.name.text)
    self.module = module
    ofTypes = Self.ofTypes(declared, module)
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

  var isEmpty: Bool { others.isEmpty && foreign.isEmpty && ofTypes.isEmpty }

  private static func ofTypes(
    _ declared: ProtocolDeclSyntax, _ module: ModuleDeclarations
  ) -> [OfType] {
    let refining = refining(declared.name.text, module)
    let related = KnownAncestors(of: declared, module).names.union(refining)
    let extended = Set(module.extendedProtocols).subtracting(related)
    guard !extended.isEmpty else { return [] }
    return refining.flatMap { module.types(conformingTo: $0) }.compactMap { found in
      guard let type = ConformingType(found, module) else { return nil }
      let members = type.conformances.intersection(extended).sorted().flatMap { name in
        module.extensions(of: name).filter {
          $0.declaration.isUnconditional(for: type.conformances, unrelatedTo: refining)
        }.flatMap { found in
          module.members(found.declaration.memberBlock).flatMap { member in
            member.identities.map { ($0, name, found.file.place(of: member)) }
          }
        }
      }
      return members.isEmpty ? nil : OfType(type: type, members: members)
    }
  }

  /// A protocol's name, and those of the module's protocols that refine it.
  private static func refining(_ name: String, _ module: ModuleDeclarations) -> Set<String> {
    var all: Set = [name]
    var next = [name]
    while let name = next.popLast() {
      for refined in module.protocols(refining: name) where all.insert(refined.name.text).inserted {
        next.append(refined.name.text)
      }
    }
    return all
  }

  /// The error if a conforming type has a requirement's member without implementing
  /// it itself.
  ///
  /// - Parameter identities: the requirement's identities.
  func problem(of requirement: DeclSyntax, _ identities: [String]) -> SyntaxProblem.Kind? {
    let name = UnmarkedDefaults.name(of: requirement)
    let names = requirement.recordNames
    if let found = member(identities, names) {
      return .otherProtocolsMember(name, of: found.protocolName, place: found.place)
    }
    for one in ofTypes where one.type.ownMembers.isDisjoint(with: names) {
      if let found = one.members.first(where: { identities.contains($0.identity) }) {
        return .typesOtherMember(
          name, type: (one.type.name, one.type.place), of: found.protocolName, found.place)
      }
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

  /// Whether the type may also conform to another protocol.
  ///
  /// A foreign type may conform to any; one of the module declares it.
  private static func conforms(
    _ conformer: ExtensionDeclSyntax, toAlso other: String, _ module: ModuleDeclarations
  ) -> Bool {
    module.isForeign(conformer.extendedName)
      || conformer.inheritanceClause?.inheritedTypes.flatMap(\.type.parts)
        .contains { $0.unqualified == other } ?? false
  }
}

extension ExtensionDeclSyntax {
  /// Whether it holds for all types with these conformances, and is no special case
  /// of an extension of related protocols.
  fileprivate func isUnconditional(
    for conformances: Set<String>, unrelatedTo related: Set<String>
  ) -> Bool {
    (genericWhereClause?.requirements ?? []).allSatisfy { requirement in
      guard case .conformanceRequirement(let conformance) = requirement.requirement,
        conformance.leftType.trimmedDescription == "Self"
      else { return false }
      return conformance.rightType.parts.allSatisfy {
        conformances.contains($0.unqualified) && !related.contains($0.unqualified)
      }
    }
  }
}
