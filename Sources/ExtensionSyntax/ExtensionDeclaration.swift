// SPDX-License-Identifier: Apache-2.0

public import GraftDescriptors
import SwiftParser
public import SwiftSyntax

/// A class that is marked with `@Extension`, read from its source.
public struct ExtensionDeclaration {
  /// The class's name, without its module.
  public let name: String
  /// The protocol as written: `Greeter`, or `API.Greeter`.
  public let protocolName: String
  /// Whether the subject need not be copyable.
  public let isNoncopyable: Bool
  /// The constraints but the extended protocol itself.
  public let constraints: [Constraint]
  public let members: ExtensionMembers
  /// Whether the attribute asks for names with types.
  public let isTyped: Bool
  public let priority: Int32
  /// The C name of its accessor, if its record is written in C.
  public let shimAccessor: String?

  /// Reads a declaration; throws a problem of it.
  public init(
    _ declaration: some DeclSyntaxProtocol, attribute: AttributeSyntax
  ) throws(SyntaxProblem) {
    guard let extensionClass = declaration.as(ClassDeclSyntax.self) else {
      throw SyntaxProblem(.notAClass, at: attribute)
    }
    try Self.checkFinal(extensionClass)
    let base = try ExtensionSuperclass(of: extensionClass)
    let parameter = try Self.parameter(of: extensionClass, base)
    let (subject, clause) = (parameter.name.text, extensionClass.genericWhereClause)
    try base.check(subject: subject)
    let reader = ConstraintReader(parameter: subject, protocolName: base.protocolName)
    constraints = try reader.constraints(of: parameter, clause)
    isNoncopyable = reader.suppressesCopyable(parameter, clause)
    isTyped = try Self.isTyped(attribute)
    members = try ExtensionMembers(extensionClass, subject: subject, typed: isTyped)
    (name, protocolName) = (extensionClass.name.trimmedDescription, base.protocolName)
    priority = try Self.priority(of: attribute)
    shimAccessor = try Self.shimAccessor(of: attribute)
  }

  private static func checkFinal(_ extensionClass: ClassDeclSyntax) throws(SyntaxProblem) {
    let modifiers = extensionClass.modifiers
    guard !modifiers.has(.final) else { return }
    let fix: SyntaxFix =
      if let open = modifiers.first(where: { $0.name.tokenKind == .keyword(.open) }) {
        .replace(open, with: "public final", "replace 'open' with 'public final'")
      } else {
        .insert("final ", before: extensionClass.classKeyword, "add 'final'")
      }
    throw SyntaxProblem(.notFinal, at: extensionClass.classKeyword, fix: fix)
  }

  private static func parameter(
    of extensionClass: ClassDeclSyntax, _ base: ExtensionSuperclass
  ) throws(SyntaxProblem) -> GenericParameterSyntax {
    guard let clause = extensionClass.genericParameterClause else {
      let list = "<Subject: \(base.protocolName)>"
      throw SyntaxProblem(
        .notGeneric(base: base.name), at: extensionClass.name,
        fix: .insert(list, after: extensionClass.name, "add '\(list)'"))
    }
    guard let parameter = clause.parameters.first, clause.parameters.count == 1,
      parameter.specifier == nil
    else { throw SyntaxProblem(.severalParameters, at: clause) }
    return parameter
  }

  /// The namespace of the code that `@Extensible` writes beside the base class.
  public var supportName: String { protocolName.beside("_Graft") }

  /// The least that the subject conforms to: the protocol, without `Copyable` if it
  /// is noncopyable.
  public var protocolType: String {
    isNoncopyable ? "\(protocolName) & ~Copyable" : protocolName
  }

  /// The content of the descriptor.
  ///
  /// - Parameters:
  ///   - module: the module's name.
  ///   - source: `Module/File.swift:line`.
  ///   - kind: the descriptor's kind; `.advice` for a class with `@Advice`.
  public func descriptor(
    module: String, source: String, kind: DescriptorKind = .extension
  ) -> ExtensionDescriptor {
    ExtensionDescriptor(
      kind: kind, protocolName: protocolName, extensionName: "\(module).\(name)",
      constraints: constraints.map(\.text), requirements: members.requirements,
      priority: priority, hasPredicate: members.hasPredicate, source: source)
  }

  /// The value of `typed:`.
  public static func isTyped(_ attribute: AttributeSyntax) throws(SyntaxProblem) -> Bool {
    try attribute.isTrue("typed", orThrow: .typedIsNoLiteral)
  }

  private static func shimAccessor(
    of attribute: AttributeSyntax
  ) throws(SyntaxProblem) -> String? {
    guard let expression = attribute.argument("shim") else { return nil }
    let name = expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue ?? ""
    guard name.wholeMatch(of: #/[A-Za-z_][A-Za-z0-9_]*/#) != nil else {
      throw SyntaxProblem(.shimIsNoName, at: expression)
    }
    return name
  }

  static func priority(of attribute: AttributeSyntax) throws(SyntaxProblem) -> Int32 {
    guard let expression = attribute.argument("priority") else { return 0 }
    let prefix = expression.as(PrefixOperatorExprSyntax.self)
    let isNegative = prefix?.operator.text == "-"
    guard prefix == nil || isNegative,
      let literal = (prefix?.expression ?? expression).as(IntegerLiteralExprSyntax.self),
      let magnitude = literal.representedLiteralValue,
      let priority = Int32(exactly: isNegative ? -magnitude : magnitude),
      priority != ExtensionDescriptor.priorityOfProtocolDefaults
    else { throw SyntaxProblem(.priorityIsNoLiteral, at: expression) }
    return priority
  }
}
