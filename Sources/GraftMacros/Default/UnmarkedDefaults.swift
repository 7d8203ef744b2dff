// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
import SwiftParser
import SwiftSyntax
import SwiftSyntaxMacros

/// Looks for defaults that the author of a protocol has written without `@Default`.
///
/// To the compiler each is a redeclaration of what `@Extensible` writes, and it says so
/// here or there, as the files come, and then of each conforming type.
struct UnmarkedDefaults {
  /// One for each requirement that has such a default.
  private(set) var problems: [SyntaxProblem] = []

  init(of declared: ProtocolDeclSyntax, in expansion: some MacroExpansionContext) {
    guard
      let path = Self.text(of: declared, .filePath, in: expansion),
      let module = Self.text(of: declared, .fileID, in: expansion)?.prefix(while: { $0 != "/" })
    else { return }
    let name = declared.name.text
    let extensions = ModuleSources.files(around: path, ofModule: String(module)).flatMap { file in
      Self.extensions(of: name, in: file)
    }
    guard !extensions.isEmpty else { return }
    let defaults = extensions.flatMap { found in
      found.members.flatMap { member in
        Self.identities(of: member).map { (identity: $0, place: found.place(member)) }
      }
    }
    for item in declared.memberBlock.members where !item.decl.isMarked("Required") {
      let own = Self.identities(of: item.decl)
      let name = Self.name(of: item.decl)
      let kind: SyntaxProblem.Kind
      if let found = defaults.first(where: { own.contains($0.identity) }) {
        kind = .unmarkedDefault(name, place: found.place)
      } else if let property = Self.property(item.decl),
        let found = extensions.lazy.compactMap({ $0.place(ofProperty: property) }).first
      {
        kind = .differingDefault(name, place: found)
      } else {
        continue
      }
      problems.append(SyntaxProblem(kind, at: item.decl.nameNode, fix: .require(item.decl)))
    }
  }

  /// What the types are is not asked: both sides are written in the same terms.
  private static let context = ProtocolContext(
    memberTypes: [], isClassBound: false, isActor: false, isNoncopyable: false)

  private static func text(
    of declared: ProtocolDeclSyntax, _ mode: SourceLocationFilePathMode,
    in expansion: some MacroExpansionContext
  ) -> String? {
    expansion.location(of: declared.name, at: .afterLeadingTrivia, filePathMode: mode)?.file
      .as(StringLiteralExprSyntax.self)?.representedLiteralValue
  }

  private static func name(of requirement: DeclSyntax) -> String {
    let members = try? ProtocolMember.members(requirement, context)
    let name = members?.first?.requirements.first?.untypedName ?? ""
    return name.hasPrefix("get ") ? String(name.dropFirst(4)) : name
  }

  /// The first of what a declaration stands for: a setter comes with its getter.
  private static func identities(of declaration: DeclSyntax) -> [String] {
    guard let plain = try? AuthorDefaultMember(declaration, isAny: true)?.requirement,
      let members = try? ProtocolMember.members(plain, context)
    else { return [] }
    return members.compactMap(\.requirements.first?.methodIdentity)
  }

  /// A property's name, with `static`: two of one name are ambiguous whatever their types.
  fileprivate static func property(_ declaration: DeclSyntax) -> String? {
    guard let property = declaration.as(VariableDeclSyntax.self),
      let name = property.bindings.first?.pattern.trimmedDescription
    else { return nil }
    return (property.modifiers.has(.static) ? "static " : "") + name
  }

  // MARK: Extensions

  private struct Found {
    let members: [DeclSyntax]
    let file: ModuleSources.File
    let converter: SourceLocationConverter

    func place(ofProperty name: String) -> String? {
      members.first { UnmarkedDefaults.property($0) == name }.map(place)
    }

    func place(_ member: DeclSyntax) -> String {
      let line = converter.location(for: member.positionAfterSkippingLeadingTrivia).line
      return "\(file.path.split(separator: "/").last ?? ""):\(line)"
    }
  }

  /// Those at file scope without constraints, and not inside of `#if`.
  private static func extensions(of name: String, in file: ModuleSources.File) -> [Found] {
    guard file.text.contains("extension"), file.text.contains(name) else { return [] }
    let tree = Parser.parse(source: file.text)
    let found = tree.statements.compactMap { $0.item.as(ExtensionDeclSyntax.self) }.filter {
      $0.genericWhereClause == nil
        && $0.extendedType.trimmedDescription.split(separator: ".").last.map(String.init) == name
    }
    guard !found.isEmpty else { return [] }
    let converter = SourceLocationConverter(fileName: file.path, tree: tree)
    return found.filter { declared in
      !declared.attributes.contains { $0.as(AttributeSyntax.self)?.isNamed("Default") ?? false }
    }.map { declared in
      Found(
        members: declared.memberBlock.members.map(\.decl)
          .filter { !$0.is(IfConfigDeclSyntax.self) },
        file: file, converter: converter)
    }
  }
}
