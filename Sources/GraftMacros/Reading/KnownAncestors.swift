// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
import SwiftSyntax
import SwiftSyntaxMacros

/// What a protocol has from those that it refines, as far as a macro can know it: of those
/// of the standard library, and of those that its own module declares at file scope.
///
/// To depend on these is safe: the compiler expands anew what refines a protocol that has
/// changed.
struct KnownAncestors {
  /// Of all of them; then a bare name is found.
  private(set) var memberTypes: Set<String>
  /// The standard library's among them, and through others.
  private(set) var names: Set<String> = []
  /// Those among them that stand for others.
  private(set) var aliasNames: Set<String> = []
  /// There is one more of which nothing is known.
  private(set) var hasOthers = false
  /// They are objects for another reason than `AnyObject` in the protocol's own clause.
  private(set) var isClassBound = false
  /// Those of the module.
  private(set) var protocols: [ProtocolDeclSyntax] = []
  /// What these declare, and what extensions of them and of the protocol itself do.
  private(set) var aliases: [TypeAliasDeclSyntax]

  init(of declared: ProtocolDeclSyntax, _ module: ModuleDeclarations) {
    aliases = module.aliases(inExtensionsOf: declared.name.text)
    memberTypes = Set(aliases.map(\.name.text))
    for bound in declared.bounds where bound.suppressed == nil { add(bound, module) }
  }

  private mutating func add(_ bound: TypeSyntax, _ module: ModuleDeclarations) {
    let name = bound.unqualified
    if StandardProtocols.classBound.contains(name) { isClassBound = true }
    if let types = StandardProtocols.associatedTypes(of: name) {
      names.insert(name)
      memberTypes.formUnion(types)
      return
    }
    guard names.insert(name).inserted else { return }
    if let ancestor = module.protocol(name) {
      protocols.append(ancestor)
      let members = ancestor.memberBlock.members.map(\.decl)
      let aliases =
        members.compactMap { $0.as(TypeAliasDeclSyntax.self) }
        + module.aliases(inExtensionsOf: name)
      self.aliases += aliases
      memberTypes.formUnion(aliases.map(\.name.text))
      memberTypes.formUnion(
        members.compactMap { $0.as(AssociatedTypeDeclSyntax.self)?.name.text })
      for bound in ancestor.bounds where bound.suppressed == nil { add(bound, module) }
    } else if let alias = module.alias(name) {
      aliasNames.insert(name)
      for part in alias.parts { add(part, module) }
    } else {
      if module.type(name)?.declaration.is(ClassDeclSyntax.self) ?? false { isClassBound = true }
      hasOthers = true
    }
  }
}
