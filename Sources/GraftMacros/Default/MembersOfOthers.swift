// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
import SwiftSyntax

/// What conforming types have from extensions of protocols that have nothing to do with
/// theirs: of such a member and a default Swift chooses neither.
struct MembersOfOthers {
  private let declared: ProtocolDeclSyntax
  private let module: ModuleDeclarations

  init(of declared: ProtocolDeclSyntax, _ module: ModuleDeclarations) {
    self.declared = declared
    self.module = module
  }

  /// One in an extension of a protocol, by what a requirement is told from others by.
  func member(_ identities: [String]) -> (protocolName: String, place: String)? {
    guard let name = identities.first?.prefix(while: { $0 != "(" && $0 != "<" && $0 != " " })
    else { return nil }
    let related = Set(declared.bounds.map(\.unqualified) + [declared.name.text])
    for found in module.extensions(withMember: String(name)) {
      let other = found.declaration.extendedName
      guard !related.contains(other), isProtocol(other) else { continue }
      let member = module.members(found.declaration.memberBlock).first { member in
        member.identities.contains(where: identities.contains)
      }
      guard let member, let conformer = conformer(toAlso: other),
        !module.members(conformer.memberBlock).contains(where: {
          $0.identities.contains(where: identities.contains)
        })
      else { continue }
      return (other, found.file.place(of: member))
    }
    return nil
  }

  private func isProtocol(_ name: String) -> Bool {
    StandardProtocols.isKnown(name) || module.protocol(name) != nil
  }

  /// An extension that lets a type of elsewhere conform to the protocol, or one of the
  /// module that says that it conforms to the other, too.
  private func conformer(toAlso other: String) -> ExtensionDeclSyntax? {
    module.extensions(withMember: declared.name.text).lazy.map(\.declaration).first { found in
      let bounds = found.inheritanceClause?.inheritedTypes.flatMap(\.type.parts).map(\.unqualified)
      guard let bounds, bounds.contains(declared.name.text) else { return false }
      return bounds.contains(other) || module.type(found.extendedName) == nil
    }
  }
}
