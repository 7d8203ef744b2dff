// SPDX-License-Identifier: Apache-2.0

import SwiftIfConfig
import SwiftParser
import SwiftSyntax
import SwiftSyntaxMacros

/// What the files of a module declare at file scope, as far as they can be read.
struct ModuleDeclarations {
  struct Found<Declaration: Sendable>: Sendable {
    let declaration: Declaration
    let file: ModuleSources.File
  }

  private let files: [ModuleSources.File]
  private let configuration: (any BuildConfiguration)?

  /// Those of the module that a node is in.
  init(around node: some SyntaxProtocol, in expansion: some MacroExpansionContext) {
    configuration = expansion.buildConfiguration
    func text(_ mode: SourceLocationFilePathMode) -> String? {
      expansion.location(of: node, at: .afterLeadingTrivia, filePathMode: mode)?.file
        .as(StringLiteralExprSyntax.self)?.representedLiteralValue
    }
    guard let path = text(.filePath), let module = text(.fileID)?.prefix(while: { $0 != "/" })
    else {
      files = []
      return
    }
    files = ModuleSources.files(around: path, ofModule: String(module))
  }

  /// All declarations of a kind in the files that have all of some words.
  private func all<Declaration: DeclSyntaxProtocol & Sendable>(
    _ type: Declaration.Type, inFilesWith words: String...
  ) -> [Found<Declaration>] {
    files.filter { file in words.allSatisfy { file.text.contains($0) } }.flatMap { file in
      compiled(file.tree.statements).compactMap { $0.as(type) }
        .map { Found(declaration: $0, file: file) }
    }
  }

  /// With what is inside of an `#if` that is known to hold.
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

  /// The members of a block, with those inside of an `#if` that is known to hold.
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

  // MARK: By name

  /// The only protocol of a name.
  func `protocol`(_ name: String) -> ProtocolDeclSyntax? {
    let found = all(ProtocolDeclSyntax.self, inFilesWith: "protocol", name)
      .filter { $0.declaration.name.text == name }
    return found.count == 1 ? found[0].declaration : nil
  }

  func alias(_ name: String) -> TypeSyntax? {
    let found = all(TypeAliasDeclSyntax.self, inFilesWith: "typealias", name)
      .filter { $0.declaration.name.text == name }
    return found.count == 1 ? found[0].declaration.initializer.value : nil
  }

  /// Types that are no protocols, with their access levels.
  func type(_ name: String) -> Found<DeclSyntax>? {
    files.lazy.filter { $0.text.contains(name) }.compactMap { file in
      compiled(file.tree.statements).first {
        $0.asProtocol((any NamedDeclSyntax).self)?.name.text == name
          && [.classDecl, .structDecl, .enumDecl, .actorDecl, .typeAliasDecl, .protocolDecl]
            .contains($0.kind)
      }.map { Found(declaration: $0, file: file) }
    }.first
  }

  func extensions(of name: String) -> [Found<ExtensionDeclSyntax>] {
    all(ExtensionDeclSyntax.self, inFilesWith: "extension", name)
      .filter { $0.declaration.extendedName == name }
  }

  /// Those of anything whose members are named such.
  func extensions(withMember name: String) -> [Found<ExtensionDeclSyntax>] {
    all(ExtensionDeclSyntax.self, inFilesWith: "extension", name)
  }
}

extension ExtensionDeclSyntax {
  /// Without what it is nested in, and its arguments.
  var extendedName: String {
    let name = extendedType.trimmedDescription.prefix { $0 != "<" }
    return name.split { $0 == "." || $0 == ":" }.last.map(String.init) ?? ""
  }
}
