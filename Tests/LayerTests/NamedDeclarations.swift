// SPDX-License-Identifier: Apache-2.0

import SwiftParser
import SwiftSyntax

/// The declarations of a file, and the names that it uses.
struct NamedDeclarations {
  /// Types and functions of the file's own level; of types within others, `Outer.Inner`.
  private(set) var declared: Set<String> = []
  /// The members that it adds to types by extensions.
  private(set) var added: [(member: String, type: String)] = []
  /// The members and cases of types that it declares, `Type.member`.
  private(set) var members: Set<String> = []
  private(set) var used: [Use] = []
  private(set) var usedMembers: [Use] = []

  struct Use {
    let name: String
    let line: Int

    var isUnsafe: Bool {
      ["unsafe", "withUnsafe", "Unsafe", "Unmanaged", "assumingMemoryBound"]
        .contains { name.hasPrefix($0) }
    }
  }

  init(in text: String) {
    let file = Parser.parse(source: text)
    let visitor = Visitor(SourceLocationConverter(fileName: "", tree: file))
    visitor.walk(file)
    self = visitor.found
    // A parameter or variable of this name hides what is declared elsewhere.
    used.removeAll { visitor.parameters.contains($0.name.prefix { $0 != "." }.description) }
  }

  private init() {}

  private final class Visitor: SyntaxVisitor {
    var found = NamedDeclarations()
    var parameters: Set<String> = []
    private let lines: SourceLocationConverter
    /// The names of the types around, and whether an extension is the innermost.
    private var around: [(name: String, isExtension: Bool)] = []
    private var functionDepth = 0

    init(_ lines: SourceLocationConverter) {
      self.lines = lines
      super.init(viewMode: .sourceAccurate)
    }

    // MARK: Declarations

    private func begin(_ name: String) -> SyntaxVisitorContinueKind {
      declare(name)
      around.append((name, false))
      return .visitChildren
    }

    private func declare(_ name: String) {
      guard functionDepth == 0 else { return }
      found.declared.insert((around.map(\.name) + [name]).joined(separator: "."))
    }

    private func member(_ name: String, _ modifiers: DeclModifierListSyntax) {
      guard functionDepth == 0 else { return }
      guard let innermost = around.last else { return declare(name) }
      let isOwn = modifiers.contains { ["private", "fileprivate"].contains($0.name.text) }
      if innermost.isExtension && !isOwn {
        found.added.append((name, around.map(\.name).joined(separator: ".")))
      } else if !innermost.isExtension {
        found.members.insert((around.map(\.name) + [name]).joined(separator: "."))
      }
    }

    override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
      begin(node.name.text)
    }
    override func visitPost(_ node: StructDeclSyntax) { around.removeLast() }
    override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
      begin(node.name.text)
    }
    override func visitPost(_ node: ClassDeclSyntax) { around.removeLast() }
    override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
      begin(node.name.text)
    }
    override func visitPost(_ node: EnumDeclSyntax) { around.removeLast() }
    override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
      begin(node.name.text)
    }
    override func visitPost(_ node: ProtocolDeclSyntax) { around.removeLast() }
    override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
      around.append((node.extendedType.trimmedDescription, true))
      return .visitChildren
    }
    override func visitPost(_ node: ExtensionDeclSyntax) { around.removeLast() }

    // The names in it are those it makes.
    override func visit(_ node: MacroDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

    override func visit(_ node: TypeAliasDeclSyntax) -> SyntaxVisitorContinueKind {
      declare(node.name.text)
      return .visitChildren
    }
    override func visit(_ node: AssociatedTypeDeclSyntax) -> SyntaxVisitorContinueKind {
      parameters.insert(node.name.text)
      return .visitChildren
    }
    override func visit(_ node: GenericParameterSyntax) -> SyntaxVisitorContinueKind {
      parameters.insert(node.name.text)
      return .visitChildren
    }
    override func visit(_ node: FunctionParameterSyntax) -> SyntaxVisitorContinueKind {
      parameters.insert((node.secondName ?? node.firstName).text)
      return .visitChildren
    }
    override func visit(_ node: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind {
      if functionDepth > 0 || !around.isEmpty { parameters.insert(node.identifier.text) }
      return .visitChildren
    }
    override func visit(_ node: EnumCaseElementSyntax) -> SyntaxVisitorContinueKind {
      found.members.insert((around.map(\.name) + [node.name.text]).joined(separator: "."))
      return .visitChildren
    }
    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
      member(node.name.text, node.modifiers)
      functionDepth += 1
      return .visitChildren
    }
    override func visitPost(_ node: FunctionDeclSyntax) { functionDepth -= 1 }
    override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
      functionDepth += 1
      return .visitChildren
    }
    override func visitPost(_ node: InitializerDeclSyntax) { functionDepth -= 1 }
    override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
      functionDepth += 1
      return .visitChildren
    }
    override func visitPost(_ node: ClosureExprSyntax) { functionDepth -= 1 }
    override func visit(_ node: AccessorBlockSyntax) -> SyntaxVisitorContinueKind {
      functionDepth += 1
      return .visitChildren
    }
    override func visitPost(_ node: AccessorBlockSyntax) { functionDepth -= 1 }
    override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
      for binding in node.bindings {
        guard let name = binding.pattern.as(IdentifierPatternSyntax.self) else { continue }
        member(name.identifier.text, node.modifiers)
      }
      return .visitChildren
    }

    // MARK: Uses

    private func use(_ name: String, _ node: some SyntaxProtocol) {
      found.used.append(Use(name: name, line: line(node)))
    }

    private func line(_ node: some SyntaxProtocol) -> Int {
      node.startLocation(converter: lines).line
    }

    override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
      use(node.name.text, node)
      return .visitChildren
    }
    override func visit(_ node: MemberTypeSyntax) -> SyntaxVisitorContinueKind {
      if let outer = node.baseType.as(IdentifierTypeSyntax.self) {
        use(outer.name.text + "." + node.name.text, node)
      }
      return .visitChildren
    }
    override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
      if node.parent?.as(MemberAccessExprSyntax.self)?.declName.id != node.id {
        use(node.baseName.text, node)
      }
      return .visitChildren
    }
    override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
      let name = node.declName.baseName.text
      found.usedMembers.append(Use(name: name, line: line(node.declName)))
      if let outer = node.base?.as(DeclReferenceExprSyntax.self) {
        use(outer.baseName.text + "." + name, node)
      }
      return .visitChildren
    }
  }
}
