// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
import SwiftIfConfig
import SwiftParser
import SwiftSyntax
import SwiftSyntaxMacros

/// The declarations at file scope of a module, as far as its files can be read.
struct ModuleDeclarations {
  struct Found<Declaration: Sendable>: Sendable {
    let declaration: Declaration
    let file: ModuleSources.File
  }

  private let index: DeclarationIndex
  private let configuration: (any BuildConfiguration)?

  /// Reads the module that a node is in.
  init(around node: some SyntaxProtocol, in expansion: some MacroExpansionContext) {
    configuration = expansion.buildConfiguration.map { ToolchainModules($0) }
    func text(_ mode: SourceLocationFilePathMode) -> String? {
      expansion.location(of: node, at: .afterLeadingTrivia, filePathMode: mode)?.file
        .as(StringLiteralExprSyntax.self)?.representedLiteralValue
    }
    guard let path = text(.filePath), let module = text(.fileID)?.prefix(while: { $0 != "/" })
    else {
      index = DeclarationIndex([])
      return
    }
    index = ModuleSources.declarations(around: path, ofModule: String(module))
  }

  /// All declarations of a kind in the files that the index names.
  private func all<Declaration: DeclSyntaxProtocol & Sendable>(
    _ type: Declaration.Type, in entries: [DeclarationIndex.Entry]
  ) -> [Found<Declaration>] {
    var seen: Set<ObjectIdentifier> = []
    return entries.map(\.file).filter { seen.insert(ObjectIdentifier($0)).inserted }
      .flatMap { file in
        compiled(file.tree.statements).compactMap { $0.as(type) }
          .map { Found(declaration: $0, file: file) }
      }
  }

  /// The declarations, including those inside an `#if` whose condition holds.
  private func compiled(_ statements: CodeBlockItemListSyntax) -> [DeclSyntax] {
    statements.flatMap { statement -> [DeclSyntax] in
      guard let declaration = statement.item.as(DeclSyntax.self) else { return [] }
      guard let condition = declaration.as(IfConfigDeclSyntax.self) else { return [declaration] }
      guard let configuration,
        case .statements(let inner)? = condition.activeClause(in: configuration).clause?.elements
      else { return [] }
      return compiled(inner)
    }
  }

  /// The members of a block, including those inside an `#if` whose condition holds.
  func members(_ block: MemberBlockSyntax) -> [DeclSyntax] { compiled(block.members) }

  private func compiled(_ items: MemberBlockItemListSyntax) -> [DeclSyntax] {
    items.flatMap { item -> [DeclSyntax] in
      guard let condition = item.decl.as(IfConfigDeclSyntax.self) else { return [item.decl] }
      guard let configuration,
        case .decls(let inner)? = condition.activeClause(in: configuration).clause?.elements
      else { return [] }
      return compiled(inner)
    }
  }

  // MARK: Declarations by name

  /// The protocol of a name; nil if there is none, or more than one.
  func `protocol`(_ name: String) -> ProtocolDeclSyntax? {
    let found = all(ProtocolDeclSyntax.self, in: index.entries(of: name, .protocol))
      .filter { $0.declaration.name.text == name }
    return found.count == 1 ? found[0].declaration : nil
  }

  func alias(_ name: String) -> TypeSyntax? {
    let found = all(TypeAliasDeclSyntax.self, in: index.entries(of: name, .typealias))
      .filter { $0.declaration.name.text == name }
    return found.count == 1 ? found[0].declaration.initializer.value : nil
  }

  /// A type or protocol of a name.
  func type(_ name: String) -> Found<DeclSyntax>? {
    let entries = index.entries(
      of: name, .class, .struct, .enum, .actor, .typealias, .protocol)
    return all(DeclSyntax.self, in: entries).first {
      $0.declaration.asProtocol((any NamedDeclSyntax).self)?.name.text == name
        && $0.declaration.kind != .macroDecl && $0.declaration.kind != .functionDecl
    }
  }

  func extensions(of name: String) -> [Found<ExtensionDeclSyntax>] {
    all(ExtensionDeclSyntax.self, in: index.entries(of: name, .extension))
      .filter { $0.declaration.extendedName == name }
  }

  /// The aliases that all conforming types have from a protocol's extensions.
  func aliases(inExtensionsOf name: String) -> [TypeAliasDeclSyntax] {
    extensions(of: name).filter { $0.declaration.genericWhereClause == nil }.flatMap { found in
      members(found.declaration.memberBlock).compactMap { $0.as(TypeAliasDeclSyntax.self) }
    }
  }

  /// The extensions that make types conform to a protocol.
  func extensions(conformingTo name: String) -> [ExtensionDeclSyntax] {
    let entries = index.extensions(mentioning: name)
    return all(ExtensionDeclSyntax.self, in: entries.map(\.entry)).map(\.declaration).filter {
      $0.inheritanceClause?.inheritedTypes.flatMap(\.type.parts)
        .contains { $0.unqualified == name } ?? false
    }
  }

  /// The types at file scope whose declaration or extension states the conformance.
  func types(conformingTo name: String) -> [Found<DeclSyntax>] {
    let declared = index.declared(mentioning: name).filter { $0.entry.keyword != .protocol }
    let extended = index.extensions(mentioning: name)
    return Set((declared + extended).map(\.name)).sorted().compactMap { type($0) }.filter {
      [.structDecl, .enumDecl, .classDecl, .actorDecl].contains($0.declaration.kind)
    }
  }

  /// The module's protocols whose declaration states that they refine one.
  func protocols(refining name: String) -> [ProtocolDeclSyntax] {
    index.declared(mentioning: name).filter { $0.entry.keyword == .protocol }
      .compactMap { self.protocol($0.name) }
      .filter { $0.bounds.contains { $0.unqualified == name } }
  }

  /// Whether the module extends a type that it does not declare.
  func isForeign(_ name: String) -> Bool {
    index.entries(of: name, .class, .struct, .enum, .actor, .typealias, .protocol).isEmpty
  }

  /// The protocols that the module extends.
  var extendedProtocols: [String] {
    index.extendedNames.filter {
      StandardProtocols.isKnown($0) || !index.entries(of: $0, .protocol).isEmpty
    }
  }
}

extension ExtensionDeclSyntax {
  /// The extended type's name without enclosing types and arguments.
  var extendedName: String {
    let name = extendedType.trimmedDescription.prefix { $0 != "<" }
    return name.split { $0 == "." || $0 == ":" }.last.map(String.init) ?? ""
  }
}
