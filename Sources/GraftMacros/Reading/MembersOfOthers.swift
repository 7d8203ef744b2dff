// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
import SwiftSyntax

/// What conforming types have from extensions of protocols that have nothing to do with
/// theirs: of such a member and a default Swift chooses neither.
struct MembersOfOthers {
  private struct Other {
    let protocolName: String
    let members: [(identity: String, place: String)]
    /// Of extensions that let a type conform to the protocol.
    let ownMembers: [Set<String>]
  }

  private let others: [Other]

  init(of declared: ProtocolDeclSyntax, _ module: ModuleDeclarations) {
    let related = Set(declared.bounds.map(\.unqualified) + [declared.name.text])
    let conformers = module.extensions(conformingTo: declared.name.text)
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
      let own = conforming.map { Set(module.members($0.memberBlock).flatMap(\.identities)) }
      return Other(protocolName: other, members: members, ownMembers: own)
    }
  }

  var isEmpty: Bool { others.isEmpty }

  /// One that some conforming type does not implement itself.
  ///
  /// - Parameter identities: what a requirement is told from others by.
  func member(_ identities: [String]) -> (protocolName: String, place: String)? {
    for other in others where other.ownMembers.contains(where: { $0.isDisjoint(with: identities) })
    {
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
