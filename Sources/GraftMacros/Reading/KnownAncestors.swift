// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
import SwiftSyntax
import SwiftSyntaxMacros

/// The members that a protocol has from those that it refines, as far as a macro
/// can know them: from the standard library, and from protocols that its own module
/// declares at file scope.
///
/// To depend on these is safe: when a protocol changes, the compiler expands again
/// the protocols that refine it.
struct KnownAncestors {
  /// The associated types and aliases of all of them, found by their bare names.
  private(set) var memberTypes: Set<String>
  /// The names of all of them, except unknown ones.
  private(set) var names: Set<String> = []
  /// The names that the module declares as aliases of protocols.
  private(set) var aliasNames: Set<String> = []
  /// Whether it refines one that is unknown.
  private(set) var hasOthers = false
  /// Whether something other than `AnyObject` in the protocol's own clause makes it
  /// class-bound.
  private(set) var isClassBound = false
  /// The declarations of the module's own among them.
  private(set) var protocols: [ProtocolDeclSyntax] = []
  /// The aliases that these declare, and those in extensions of them and of the
  /// protocol itself.
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
