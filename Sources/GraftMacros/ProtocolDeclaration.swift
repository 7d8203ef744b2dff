// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
import SwiftSyntax

/// A protocol that is marked with `@Extensible`, read from its source.
struct ProtocolDeclaration {
  let name: String
  let access: Access
  /// `@available`, a global actor and the like, each on a line.
  let attributes: String
  let context: ProtocolContext
  /// Those that dispatch, with numbered requirements in the order of their
  /// declaration.
  let members: [ProtocolMember]
  /// All that it requires, normalised: what the shape is the hash of.
  private let signature: String

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
    access =
      declared.modifiers.lazy.compactMap { Access(rawValue: $0.name.text) }.first
      ?? .internal
    attributes = declared.attributes.copied
    let inherited = Set(
      declared.inheritanceClause?.inheritedTypes.map(\.type.trimmedDescription) ?? [])
    let declarations = declared.memberBlock.members.map(\.decl)
    context = ProtocolContext(
      associatedTypes: Set(
        declarations.compactMap { $0.as(AssociatedTypeDeclSyntax.self)?.name.text }),
      isClassBound: !inherited.isDisjoint(with: ["AnyObject", "Actor", "AnyActor"]),
      isActor: inherited.contains("Actor"), isNoncopyable: inherited.contains("~Copyable"))
    members = try Self.members(declarations, context)
    guard !members.isEmpty else { throw SyntaxProblem(.nothingToDispatch, at: declared.name) }
    signature = (inherited.sorted() + declarations.map { Self.normalised($0.trimmedDescription) })
      .joined(separator: ";")
  }

  var requirements: [Requirement] { members.flatMap(\.requirements) }

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

  // MARK: Its members

  private static func members(
    _ declarations: [DeclSyntax], _ context: ProtocolContext
  ) throws(SyntaxProblem) -> [ProtocolMember] {
    var members: [ProtocolMember] = []
    for declaration in declarations where !isRequired(declaration) {
      if let function = declaration.as(FunctionDeclSyntax.self) {
        members.append(try ProtocolMember(function, context))
      } else if let initialiser = declaration.as(InitializerDeclSyntax.self) {
        members.append(try ProtocolMember(initialiser, context))
      } else if let declared = declaration.as(SubscriptDeclSyntax.self) {
        members.append(try ProtocolMember(declared, context))
      } else if let property = declaration.as(VariableDeclSyntax.self) {
        for binding in property.bindings {
          members.append(try ProtocolMember(property, binding, context))
        }
      } else if declaration.is(IfConfigDeclSyntax.self) {
        // Which branch is compiled is not for a macro to see, and the shape of the
        // class would depend on it.
        throw SyntaxProblem(.conditionalRequirement, at: declaration)
      }
    }
    try checkMethods(members.flatMap(\.requirements), of: declarations)
    return numbered(members)
  }

  private static func isRequired(_ declaration: DeclSyntax) -> Bool {
    declaration.asProtocol((any WithAttributesSyntax).self)?.attributes.contains {
      $0.as(AttributeSyntax.self)?.isNamed("Required") ?? false
    } ?? false
  }

  /// A setter's method can be one that the protocol requires as such.
  private static func checkMethods(
    _ requirements: [Requirement], of declarations: [DeclSyntax]
  ) throws(SyntaxProblem) {
    let signatures = requirements.map(\.methodSignature)
    for (requirement, signature) in zip(requirements, signatures) where requirement.newValue != nil
    {
      guard signatures.count(where: { $0 == signature }) > 1 else { continue }
      let method = declarations.first {
        $0.as(FunctionDeclSyntax.self)?.name.text == requirement.methodName
      }
      throw SyntaxProblem(
        .setterIsMethod(property: requirement.declaredName, method: requirement.methodName),
        at: method ?? declarations[0])
    }
  }

  private static func numbered(_ members: [ProtocolMember]) -> [ProtocolMember] {
    let untyped = members.flatMap(\.requirements).map(\.untypedName)
    var number = 0
    return members.map { member in
      var member = member
      for index in member.requirements.indices {
        let requirement = member.requirements[index]
        let isOverloaded = untyped.count { $0 == requirement.untypedName } > 1
        member.requirements[index].number = number
        member.requirements[index].name =
          isOverloaded ? requirement.typedName : requirement.untypedName
        let nameInRecords = requirement.recordName(typed: isOverloaded)
        if nameInRecords != member.requirements[index].name {
          member.requirements[index].nameInRecords = nameInRecords
        }
        number += 1
      }
      return member
    }
  }

  /// The tokens without comments and with single spaces.
  private static func normalised(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline)
      .map { line in line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line }
      .flatMap { $0.split(whereSeparator: \.isWhitespace) }
      .joined(separator: " ")
  }
}
