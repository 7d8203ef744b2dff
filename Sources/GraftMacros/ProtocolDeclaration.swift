// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
import SwiftSyntax

/// A protocol that is marked with `@Extensible`, read from its source.
struct ProtocolDeclaration {
  let name: String
  let access: Access
  /// Objects only: as far as the declaration itself shows it.
  let isClassBound: Bool
  /// Those that dispatch, in the order of their declaration.
  let methods: [MethodRequirement]
  /// All that it requires, normalised: what the shape is the hash of.
  let signature: String

  enum Access: String {
    case `public`, package, `internal`, `fileprivate`, `private`

    /// Of what is written at file scope and for the same users.
    var modifier: String {
      switch self {
      case .public, .package, .fileprivate: rawValue + " "
      case .internal: ""
      case .private: "fileprivate "
      }
    }

    /// Only classes for `public` protocols can be extended in other modules.
    var classModifier: String { self == .public ? "open " : modifier }
  }

  init(
    _ declaration: some SyntaxProtocol, attribute: AttributeSyntax
  ) throws(SyntaxProblem) {
    guard let declared = declaration.as(ProtocolDeclSyntax.self) else {
      throw SyntaxProblem(.notAProtocol, at: attribute)
    }
    name = declared.name.text
    access = Self.access(of: declared)
    isClassBound =
      declared.inheritanceClause?.inheritedTypes.contains {
        ["AnyObject", "Actor"].contains($0.type.trimmedDescription)
      } ?? false
    let members = declared.memberBlock.members.map(\.decl)
    let associatedTypes = Set(
      members.compactMap { $0.as(AssociatedTypeDeclSyntax.self)?.name.text })
    let functions = members.compactMap { $0.as(FunctionDeclSyntax.self) }
      .filter { if case .identifier = $0.name.tokenKind { true } else { false } }
    methods = MethodRequirement.numbered(functions, associatedTypes: associatedTypes)
    signature = members.map { $0.trimmedDescription }.map(Self.normalised).joined(separator: ";")
  }

  private static func access(of declaration: ProtocolDeclSyntax) -> Access {
    declaration.modifiers.lazy.compactMap { Access(rawValue: $0.name.text) }.first ?? .internal
  }

  /// The tokens without comments and with single spaces.
  private static func normalised(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline)
      .map { line in line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line }
      .flatMap { $0.split(whereSeparator: \.isWhitespace) }
      .joined(separator: " ")
  }

  /// The hash of the generator's version and the ordered requirements (FNV-1a).
  var shape: UInt64 {
    let layoutVersion = "graft 1;"
    return (layoutVersion + signature).utf8.reduce(0xcbf2_9ce4_8422_2325) { hash, byte in
      (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
    }
  }

  /// The class `PExtension`.
  var baseName: String { name + "Extension" }
  /// The namespace of what only generated code uses.
  var supportName: String { "_Graft" + name }
}
