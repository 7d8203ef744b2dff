// SPDX-License-Identifier: Apache-2.0

public import GraftDescriptors
import SwiftParser
public import SwiftSyntax

/// A class of advice with a pointcut, read from its source.
public struct PointcutDeclaration {
  /// The name without its module.
  public let name: String
  private let protocols: [String]
  private let requirements: [String]
  private let subjects: String
  private let priority: Int32

  /// The superclasses of such classes.
  public static let superclasses = ["PointcutAdvice", "AroundPointcut"]

  /// Whether a class has one of these superclasses.
  public static func matches(_ declaration: some DeclSyntaxProtocol) -> Bool {
    let type = declaration.as(ClassDeclSyntax.self)?.inheritanceClause?.inheritedTypes.first?.type
    return type.map { superclasses.contains($0.trimmedDescription.unqualified(in: "Graft")) }
      ?? false
  }

  public init(
    _ declaration: some DeclSyntaxProtocol, attribute: AttributeSyntax
  ) throws(SyntaxProblem) {
    guard let declared = declaration.as(ClassDeclSyntax.self) else {
      throw SyntaxProblem(.notAClass, at: attribute)
    }
    if let clause = declared.genericParameterClause {
      throw SyntaxProblem(.pointcutIsGeneric, at: clause, fix: .remove(clause, "remove it"))
    }
    guard declared.modifiers.has(.final) else {
      throw SyntaxProblem(
        .notFinal, at: declared.classKeyword,
        fix: .insert("final ", before: declared.classKeyword, "add 'final'"))
    }
    name = declared.name.trimmedDescription
    protocols = try Self.patterns("protocols", of: attribute)
    requirements = try Self.patterns("requirements", of: attribute)
    subjects = try Self.patterns("subjects", of: attribute)[0]
    priority = try ExtensionDeclaration.priority(of: attribute)
    try Self.check(declared)
  }

  private static func check(_ declared: ClassDeclSyntax) throws(SyntaxProblem) {
    let members = declared.memberBlock.members
    let problems = members.lazy.compactMap { $0.decl.problemInPointcut(isConditional: false) }
    if let problem = problems.first { throw problem }
    // A member inside of #if may be an override.
    let mayOverride = members.contains { member in
      member.decl.is(IfConfigDeclSyntax.self)
        || member.decl.as(FunctionDeclSyntax.self)?.modifiers.has(.override) ?? false
    }
    if !mayOverride { throw SyntaxProblem(.pointcutOverridesNothing, at: declared.name) }
  }

  /// The stored constants of such a class.
  public static func constants(of declared: ClassDeclSyntax) -> [IdentifierPatternSyntax] {
    declared.memberBlock.members.compactMap { $0.decl.as(VariableDeclSyntax.self) }
      .filter(\.storesInInstance).flatMap(\.bindings)
      .compactMap { $0.pattern.as(IdentifierPatternSyntax.self) }
  }

  /// The content of the descriptor.
  ///
  /// - Parameters:
  ///   - module: the module's name.
  ///   - source: `Module/File.swift:line`.
  public func descriptor(module: String, source: String) -> ExtensionDescriptor {
    ExtensionDescriptor(
      kind: .pointcut, protocolName: ExtensionDescriptor.list(protocolPatterns: protocols),
      extensionName: "\(module).\(name)",
      requirements: requirements.map { RequirementName($0) },
      subjects: subjects == "*" ? nil : subjects, priority: priority, source: source)
  }

  /// The patterns of one argument; without it, one that matches all.
  ///
  /// Only the first element of a list has a label.
  private static func patterns(
    _ label: String, of attribute: AttributeSyntax
  ) throws(SyntaxProblem) -> [String] {
    guard case .argumentList(let arguments) = attribute.arguments else { return ["*"] }
    var patterns: [String] = []
    var isListed = false
    for argument in arguments {
      isListed = argument.label?.text == label || (isListed && argument.label == nil)
      guard isListed else { continue }
      let text = argument.expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue ?? ""
      guard !text.isEmpty, !text.utf8.contains(0) else {
        throw SyntaxProblem(.patternIsNoLiteral, at: argument.expression)
      }
      patterns.append(text)
    }
    return patterns.isEmpty ? ["*"] : patterns
  }
}

extension DeclSyntax {
  /// The problem of a member of a class whose one object all threads share.
  ///
  /// - Parameter isConditional: whether the member is in an `#if`.
  fileprivate func problemInPointcut(isConditional: Bool) -> SyntaxProblem? {
    if let property = self.as(VariableDeclSyntax.self), property.storesInInstance {
      let isChecked = property.bindingSpecifier.tokenKind == .keyword(.let) && !isConditional
      return isChecked ? nil : SyntaxProblem(.pointcutChanges, at: property.bindingSpecifier)
    }
    if let initialiser = self.as(InitializerDeclSyntax.self) {
      return SyntaxProblem(
        .pointcutInitialiser, at: initialiser.initKeyword,
        fix: .remove(self, "remove the initialiser"))
    }
    let members = self.as(IfConfigDeclSyntax.self)?.members ?? []
    return members.lazy.compactMap { $0.problemInPointcut(isConditional: true) }.first
  }
}
