// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
import SwiftSyntax

/// A conforming type of the module, as far as its declaration, extensions and
/// superclasses show it.
struct ConformingType {
  let name: String
  /// The place for errors: `File.swift:12`.
  let place: String
  /// The names of all protocols that it is known to conform to.
  private(set) var conformances: Set<String> = []
  /// The names and labels of the members that it implements itself.
  private(set) var ownMembers: Set<String> = []

  /// Nil if a superclass is declared elsewhere, and so may have any member.
  init?(_ found: ModuleDeclarations.Found<DeclSyntax>, _ module: ModuleDeclarations) {
    guard let named = found.declaration.asProtocol((any NamedDeclSyntax).self) else { return nil }
    name = named.name.text
    place = found.file.place(of: named.name)
    var isWhole = true
    add(found.declaration, module, &isWhole)
    guard isWhole else { return nil }
  }

  private mutating func add(
    _ declaration: DeclSyntax, _ module: ModuleDeclarations, _ isWhole: inout Bool
  ) {
    guard let group = declaration.asProtocol((any DeclGroupSyntax).self),
      let named = declaration.asProtocol((any NamedDeclSyntax).self)
    else { return }
    let extensions = module.extensions(of: named.name.text).map(\.declaration)
    let groups = [group] + extensions.map { $0 as any DeclGroupSyntax }
    ownMembers.formUnion(groups.flatMap { module.members($0.memberBlock).flatMap(\.recordNames) })
    let inherited = groups.flatMap { group in
      (group.inheritanceClause?.inheritedTypes ?? []).flatMap(\.type.parts).map(\.unqualified)
    }
    for name in inherited {
      if let ancestor = module.type(name)?.declaration, ancestor.is(ClassDeclSyntax.self) {
        add(ancestor, module, &isWhole)
      } else if module.protocol(name) == nil, !StandardProtocols.isKnown(name),
        declaration.is(ClassDeclSyntax.self)
      {
        isWhole = false
      } else {
        addProtocol(name, module)
      }
    }
  }

  private mutating func addProtocol(_ name: String, _ module: ModuleDeclarations) {
    guard conformances.insert(name).inserted, let declared = module.protocol(name) else { return }
    for bound in declared.bounds where bound.suppressed == nil {
      addProtocol(bound.unqualified, module)
    }
  }
}
