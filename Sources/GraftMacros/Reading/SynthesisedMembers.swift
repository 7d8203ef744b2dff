// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
import SwiftSyntax

/// Members that the compiler writes for a type that lacks them.
///
/// If an extensible protocol requires one, its default would be taken for it.
enum SynthesisedMembers {
  /// The members that matter whatever the protocol refines, since its conforming
  /// types can conform to another protocol too.
  ///
  /// The value is the member's type, if it is always the same.
  private static let always: [String: String?] = [
    "static allCases": nil, "encode(to:)": "Encoder", "init(from:)": "Decoder",
    "hash(into:)": "Hasher", "hashValue": "Int", "rawValue": nil, "init(rawValue:)": nil,
    "stringValue": "String", "intValue": "Int?", "init(stringValue:)": "String",
    "init(intValue:)": "Int", "unownedExecutor": "UnownedSerialExecutor",
  ]

  /// The initialisers that the compiler writes as failable.
  private static let failable: Set<String> = [
    "init(rawValue:)", "init(stringValue:)", "init(intValue:)",
  ]

  /// Protocols whose refinements inherit operators that the compiler writes.
  ///
  /// In other protocols a compared type has its own operator.
  private static let comparing: Set<String> = [
    "Comparable", "Equatable", "Hashable", "SignedInteger", "UnsignedInteger", "BinaryInteger",
    "FixedWidthInteger", "FloatingPoint", "BinaryFloatingPoint", "AdditiveArithmetic", "Numeric",
    "SignedNumeric", "Strideable", "OptionSet", "SetAlgebra", "StringProtocol", "InstantProtocol",
    "DurationProtocol",
  ]

  /// The name of the member that a requirement repeats, or nil.
  ///
  /// - Parameter bounds: the names of the protocols that the protocol refines.
  static func name(of requirement: DeclSyntax, _ bounds: Set<String>) -> String? {
    guard let name = name(of: requirement) else { return nil }
    if let type = always[name] { return isWritten(name, type, requirement) ? name : nil }
    if ["static ==", "static <"].contains(name) {
      return bounds.isDisjoint(with: comparing) ? nil : String(name.dropFirst("static ".count))
    }
    if name == "localizedDescription" { return bounds.contains("Error") ? name : nil }
    if name == "id" {
      let isOfActor = !bounds.isDisjoint(with: ["Actor", "Identifiable"])
      let isIdentifier = requirement.resultType?.trimmedDescription == "ObjectIdentifier"
      return isOfActor || isIdentifier ? name : nil
    }
    return nil
  }

  /// Whether the member that the compiler writes would implement a requirement of
  /// that name.
  ///
  /// The compiler writes no setters.
  private static func isWritten(
    _ name: String, _ type: String?, _ requirement: DeclSyntax
  ) -> Bool {
    if let binding = requirement.as(VariableDeclSyntax.self)?.bindings.first {
      let accessors = binding.accessorBlock?.trimmedDescription ?? ""
      let written = binding.typeAnnotation?.type.trimmedDescription
      return !accessors.contains("set") && (type == nil || written == type)
    }
    let initialiser = requirement.as(InitializerDeclSyntax.self)
    if failable.contains(name), initialiser?.optionalMark == nil { return false }
    let words = (requirement.parameters.first?.type.trimmedDescription ?? "")
      .split { !$0.isLetter && !$0.isNumber }
    return type.map { words.last.map(String.init) == $0 } ?? true
  }

  private static func name(of requirement: DeclSyntax) -> String? {
    let prefix = requirement.modifiers.has(.static) ? "static " : ""
    if let property = requirement.as(VariableDeclSyntax.self) {
      return property.bindings.first.map { prefix + $0.pattern.trimmedDescription }
    }
    let labels = "(\(requirement.parameters.labels))"
    if requirement.is(InitializerDeclSyntax.self) { return "init" + labels }
    return requirement.as(FunctionDeclSyntax.self).map { function in
      prefix + function.name.text + (function.isOperator ? "" : labels)
    }
  }
}
