// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftParser
import SwiftSyntax
import TestSupport
import Testing

@Suite("Docstrings")
struct DocstringTests {
  static let folders = [
    "Sources/Graft", "Sources/GraftPlugins", "Sources/GraftCourier", "Sources/GraftTesting",
    "Sources/GraftDescriptors",
  ]

  @Test("Every public declaration has one", arguments: folders)
  func documented(folder: String) throws {
    let files = try Self.files(of: folder)
    for (file, declarations) in files {
      for missing in declarations.undocumented {
        Issue.record("\(file):\(missing.line): no docstring for \(missing.text)")
      }
    }
    let count = files.reduce(0) { $0 + $1.declarations.count }
    #expect(count > 10, "\(folder) has \(count) public declarations")
  }

  @Test("The catalogue of the reference lists every public type", arguments: folders)
  func listed(folder: String) throws {
    let catalogue = Folders.package + "Sources/Graft/Graft.docc/\(folder.dropFirst(8)).md"
    let page = try String(contentsOfFile: catalogue, encoding: .utf8)
    let listed = Set(page.matches(of: /(?m)^- ``(\w+)/).map { String($0.output.1) })
    let types = try Self.files(of: folder).flatMap(\.declarations.types)
    #expect(types.count > 1)
    for type in types where !type.hasPrefix("_") {
      #expect(listed.contains(type), "\(catalogue) does not list \(type)")
    }
  }

  private static func files(
    of folder: String
  ) throws -> [(name: String, declarations: PublicDeclarations)] {
    let names = try #require(FileManager.default.enumerator(atPath: Folders.package + folder))
      .compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }
    return try names.sorted().map { name in
      let path = folder + "/" + name
      let text = try String(contentsOfFile: Folders.package + path, encoding: .utf8)
      return (path, PublicDeclarations(in: text))
    }
  }

  /// Quick Help shows a docstring without the one before it.
  @Test("None refers to the one before it")
  func standAlone() throws {
    let names = try #require(FileManager.default.enumerator(atPath: Folders.package + "Sources"))
      .compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }.sorted()
    #expect(names.count > 300)
    let referring = /^ *\/\/\/ (Of the same|The same)(,|\.| (of|for|where|with|without|as|from) )/
    #expect("  /// The same of a type's own implementation.".firstMatch(of: referring) != nil)
    for name in names {
      let text = try String(contentsOfFile: Folders.package + "Sources/" + name, encoding: .utf8)
      var previous = ""
      for (number, line) in text.components(separatedBy: "\n").enumerated() {
        defer { previous = line.trimmingCharacters(in: .whitespaces) }
        if !previous.hasPrefix("///"), line.firstMatch(of: referring) != nil {
          Issue.record("Sources/\(name):\(number + 1): \(line)")
        }
      }
    }
  }

  @Test("What is public, what is documented, and what is a witness is told apart")
  func tellsApart() {
    let found = PublicDeclarations(
      in: """
        public struct Bare {
          public let property: Int
          let ownProperty: Int
          /// A method.
          @inlinable
          public func method() { let local = 0 }
          public var description: String { "" }
          public static func == (first: Bare, second: Bare) -> Bool { true }
          public init(property: Int) {}
          struct Inner { public let hidden = 0 }
        }
        // No docstring.
        public protocol Requiring {
          associatedtype Item
          func ask()
        }
        /// An enumeration.
        public enum Choice {
          case first, second
          /// The third.
          case third
        }
        public extension Bare { func added() {} }
        extension Bare { public subscript(index: Int) -> Int { 0 } }
        enum Own { case own }
        @attached(peer) public macro Bare() = #externalMacro(module: "A", type: "B")
        """)
    #expect(
      found.undocumented.map(\.text) == [
        "public struct Bare", "public let property: Int", "public init(property: Int)",
        "public protocol Requiring", "associatedtype Item", "func ask()", "case first, second",
        "func added()", "public subscript(index: Int) -> Int",
        "@attached(peer) public macro Bare()",
      ])
    #expect(found.count == found.undocumented.count + 3)
    #expect(found.types == ["Bare", "Requiring", "Choice", "Bare"])
  }
}

/// The declarations of a file that other modules see, but for witnesses.
private struct PublicDeclarations {
  struct Undocumented {
    let line: Int
    /// The declaration without its body.
    let text: String
  }

  let count: Int
  let undocumented: [Undocumented]
  /// The names of types and macros, without those within others.
  let types: [String]

  init(in text: String) {
    let file = Parser.parse(source: text)
    let visitor = PublicDeclarationVisitor(viewMode: .sourceAccurate)
    visitor.walk(file)
    let converter = SourceLocationConverter(fileName: "", tree: file)
    count = visitor.found.count
    types = visitor.types
    undocumented = visitor.found.filter { !Self.isDocumented($0) }.map { declaration in
      let start = declaration.positionAfterSkippingLeadingTrivia
      return Undocumented(
        line: converter.location(for: start).line, text: Self.heading(of: declaration))
    }
  }

  private static func isDocumented(_ declaration: DeclSyntax) -> Bool {
    declaration.leadingTrivia.contains { piece in
      switch piece {
      case .docLineComment(let text): text.dropFirst(3).contains { $0 != " " }
      case .docBlockComment: true
      default: false
      }
    }
  }

  private static func heading(of declaration: DeclSyntax) -> String {
    let text = declaration.trimmedDescription.prefix { $0 != "\n" && $0 != "{" && $0 != "=" }
    return String(text).trimmingCharacters(in: .whitespaces)
  }
}

/// Goes into what is public only: a public member of an internal type is none.
private final class PublicDeclarationVisitor: SyntaxVisitor {
  private(set) var found: [DeclSyntax] = []
  private(set) var types: [String] = []

  /// Their protocols document them.
  private static let witnesses: Set<String> = [
    "description", "debugDescription", "==", "<", "hash", "encode", "init(from:)",
    "init(stringLiteral:)",
  ]

  private func isPublic(_ modifiers: DeclModifierListSyntax) -> Bool {
    modifiers.contains { [.keyword(.public), .keyword(.open)].contains($0.name.tokenKind) }
  }

  /// Members of a public protocol, cases of a public enumeration, and members of an
  /// extension that is public itself, are public without saying so.
  private func isPublicMember(_ declaration: some DeclSyntaxProtocol) -> Bool {
    let owner = declaration.parent?.parent?.parent?.parent
    if let owner = owner?.as(ProtocolDeclSyntax.self) { return isPublic(owner.modifiers) }
    if let owner = owner?.as(ExtensionDeclSyntax.self) { return isPublic(owner.modifiers) }
    if let owner = owner?.as(EnumDeclSyntax.self), declaration.is(EnumCaseDeclSyntax.self) {
      return isPublic(owner.modifiers)
    }
    return false
  }

  private func note(
    _ declaration: some DeclSyntaxProtocol, _ modifiers: DeclModifierListSyntax, _ name: String
  ) -> SyntaxVisitorContinueKind {
    guard isPublic(modifiers) || isPublicMember(declaration) else { return .skipChildren }
    if !Self.witnesses.contains(name) { found.append(DeclSyntax(declaration)) }
    let isOfFile = declaration.parent?.parent?.parent?.is(SourceFileSyntax.self) ?? false
    if isOfFile && name.first?.isLetter == true { types.append(name) }
    return .visitChildren
  }

  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
    note(node, node.modifiers, node.name.text)
  }
  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    note(node, node.modifiers, node.name.text)
  }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
    note(node, node.modifiers, node.name.text)
  }
  override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
    note(node, node.modifiers, node.name.text)
  }
  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind {
    note(node, node.modifiers, node.name.text)
  }
  override func visit(_ node: TypeAliasDeclSyntax) -> SyntaxVisitorContinueKind {
    note(node, node.modifiers, node.name.text)
  }
  override func visit(_ node: AssociatedTypeDeclSyntax) -> SyntaxVisitorContinueKind {
    note(node, node.modifiers, node.name.text)
  }
  override func visit(_ node: EnumCaseDeclSyntax) -> SyntaxVisitorContinueKind {
    note(node, node.modifiers, "case")
  }
  override func visit(_ node: MacroDeclSyntax) -> SyntaxVisitorContinueKind {
    note(node, node.modifiers, node.name.text)
  }
  override func visit(_ node: SubscriptDeclSyntax) -> SyntaxVisitorContinueKind {
    _ = note(node, node.modifiers, "subscript")
    return .skipChildren
  }
  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    _ = note(node, node.modifiers, node.name.text)
    return .skipChildren
  }
  override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    let labels = node.signature.parameterClause.parameters.map { $0.firstName.text + ":" }
    _ = note(node, node.modifiers, "init(\(labels.joined()))")
    return .skipChildren
  }
  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    _ = note(node, node.modifiers, node.bindings.first?.pattern.trimmedDescription ?? "")
    return .skipChildren
  }
}
