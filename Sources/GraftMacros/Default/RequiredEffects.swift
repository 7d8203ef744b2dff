// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax
import SwiftSyntaxMacros

/// Which requirements of an extended protocol are `async`, if the module declares it: what is
/// not can be the default of one that is, and of both that there are. The compiler expands
/// the extension anew when the protocol changes.
struct RequiredEffects {
  /// By what tells requirements apart, with whether they are.
  private var required: [String: Set<Bool>] = [:]
  /// Of the extension's own members, by what tells them apart, whether they are.
  private var implemented: [String: Set<Bool>] = [:]

  init(of declared: ExtensionDeclSyntax, in expansion: some MacroExpansionContext) {
    let module = ModuleDeclarations(around: declared.extendedType, in: expansion)
    let extended = module.protocol(declared.extendedName)
    for requirement in extended.map({ module.members($0.memberBlock) }) ?? [] {
      for identity in requirement.identities {
        required[identity, default: []].insert(requirement.isAsync)
      }
    }
    for member in module.members(declared.memberBlock) {
      for identity in member.identities {
        implemented[identity, default: []].insert(member.isAsync)
      }
    }
  }

  /// Those that a member is the default of.
  ///
  /// - Parameter isAsync: whether the member is.
  func areAsync(_ member: DeclSyntax, _ isAsync: Bool) -> [Bool] {
    let identities = member.identities
    let required = identities.reduce(into: Set<Bool>()) { $0.formUnion(self.required[$1] ?? []) }
    let implemented = identities.reduce(into: Set<Bool>()) {
      $0.formUnion(self.implemented[$1] ?? [])
    }
    guard !isAsync, required.contains(true), !implemented.contains(true) else { return [isAsync] }
    return required.contains(false) ? [false, true] : [true]
  }
}

extension DeclSyntax {
  /// The first of what a declaration stands for.
  fileprivate var isAsync: Bool {
    guard let plain = try? AuthorDefaultMember(self, isAny: true)?.requirement else { return false }
    let members = try? ProtocolMember.members(plain, .ofAnyProtocol)
    return members?.first?.requirements.first?.effects.isAsync ?? false
  }
}
