// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
import GraftDescriptors
import SwiftSyntax
import SwiftSyntaxMacros

/// A protocol that is marked with `@Courier`, read from its source.
struct CourierDeclaration {
  let name: String
  /// The class that its extensions inherit from, if it is extensible.
  let baseName: String
  let access: ProtocolDeclaration.Access
  /// The name with the types that it is in.
  let qualifiedName: String
  /// The name of the enumeration beside the protocol.
  let scopeName: String
  /// The attribute `@_spi`.
  let spi: String
  /// `@available`, a global actor and the like, each on a line.
  let attributes: String
  /// `nonisolated `, if the protocol is declared so.
  let isolation: String
  /// Whether the protocol declares that its couriers, and so the receivers, can be
  /// shared between threads.
  let isSendable: Bool
  /// Whether no other refined protocol can declare this.
  let saysAll: Bool
  /// Whether receivers of `async` requirements are called at the same time.
  let isConcurrent: Bool
  /// Whether advice of the protocol's requirements can be for its couriers too.
  let isExtensible: Bool
  /// Whether requirements are added at its end under code that was compiled before.
  let grows: Bool
  /// The members, with requirements numbered in the order of their declaration.
  ///
  /// Requirements with `override` are those of a refined protocol, whose receivers get
  /// them too: its courier passes them on.
  let members: [ProtocolMember]
  /// The number of each requirement in the protocol's dispatch; of one with `@Required`, that of
  /// the next.
  let numbersInDispatch: [Int]
  /// The place of its inheritance clause: the compiler checks that couriers conform
  /// to the refined protocols.
  let place: SourcePlace?

  init(
    _ declaration: some SyntaxProtocol, attribute: AttributeSyntax,
    in expansion: some MacroExpansionContext
  ) throws(SyntaxProblem) {
    guard let declared = declaration.as(ProtocolDeclSyntax.self) else {
      throw SyntaxProblem(
        .courierOfNoProtocol, at: attribute, fix: .remove(attribute, "remove '@Courier'"))
    }
    try ProtocolDeclaration.checkPlace(of: declared, in: expansion.lexicalContext)
    name = declared.name.text
    access = ProtocolDeclaration.Access(declared.modifiers).within(expansion.lexicalContext)
    try declared.attributes.checkForm()
    spi = declared.attributes.spi
    attributes = declared.attributes.copied
    isolation = declared.modifiers.has(.nonisolated) ? "nonisolated " : ""
    isConcurrent = try attribute.isTrue("concurrent", orThrow: .concurrentIsNoLiteral)
    let extensible = declared.attributes.named("Extensible")
    isExtensible = extensible != nil
    let arguments = try extensible.map(ExtensibleArguments.init)
    baseName = name + (arguments?.suffix ?? "")
    grows = arguments?.growing != nil
    let bounds = declared.bounds
    let names = Set(bounds.map(\.unqualified))
    saysAll = names.isSubset(of: Self.withoutStatement)
    let says = !names.isDisjoint(with: ["Sendable", "Error"])
    isSendable = says || declared.attributes.isolate
    let check = CourierCheck(
      isClassBound: names.contains("AnyObject"), isConcurrent: isConcurrent)
    try check.check(bounds)
    place = SourcePlace(of: bounds.first.map { Syntax($0) } ?? Syntax(declared.name), in: expansion)
    let declarations = declared.memberBlock.members.map(\.decl).filter { !$0.isRepeated }
    for declaration in declarations { try check.check(declaration) }
    // The types of an enclosing type have other names outside of it: the enumeration has aliases.
    let types = expansion.lexicalContext.typeNames
    qualifiedName = (types + [name]).joined(separator: ".")
    scopeName = _CourierName.scopePrefix + name
    let context = ProtocolContext(
      supportName: !types.isEmpty ? (types + [scopeName]).joined(separator: ".") : "",
      isClassBound: names.contains("AnyObject"))
    var members: [ProtocolMember] = []
    var (numbersInDispatch, count): ([Int], Int) = ([], 0)
    for declaration in declared.memberBlock.members.map(\.decl) {
      let read = try ProtocolMember.members(declaration, context)
      for _ in read.flatMap(\.requirements) {
        if !declaration.isRepeated { numbersInDispatch.append(count) }
        if !declaration.isMarked("Required") { count += 1 }
      }
      if declaration.isRepeated { continue }
      let isAdvised = !declaration.isMarked("Required") && !declaration.isMarked("Unadvised")
      let place = SourcePlace(of: declaration.nameNode, in: expansion)
      members += read.map { member in
        member.changing { ($0.isUnadvised, $0.place) = (!isAdvised, place) }
      }
    }
    self.members = ProtocolMember.numbered(members)
    self.numbersInDispatch = numbersInDispatch
    let isKnown = bounds.allSatisfy { StandardProtocols.isKnown($0.unqualified) }
    if isConcurrent, isKnown, !says, requirements.contains(where: \.effects.isAsync) {
      throw SyntaxProblem(.concurrentNotSendable, at: declared.name)
    }
  }

  var isNested: Bool { qualifiedName != name }

  var requirements: [Requirement] { members.flatMap(\.requirements) }

  /// The standard library's protocols that do not say whether a type is `Sendable`.
  private static let withoutStatement: Set<String> = [
    "AnyObject", "Codable", "Comparable", "CustomDebugStringConvertible",
    "CustomStringConvertible", "Decodable", "Encodable", "Equatable", "Hashable", "Identifiable",
  ]
}

extension DeclSyntax {
  /// Whether it declares a requirement of a refined protocol once more.
  fileprivate var isRepeated: Bool { modifiers.has(.override) }
}

extension AttributeListSyntax {
  /// Whether an attribute can be a global actor.
  fileprivate var isolate: Bool {
    !customTypes.isEmpty
      || contains { $0.as(AttributeSyntax.self)?.attributeName.unqualified == "MainActor" }
  }
}
