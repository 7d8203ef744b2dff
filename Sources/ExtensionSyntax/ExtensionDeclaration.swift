// SPDX-License-Identifier: Apache-2.0

public import GraftDescriptors
import SwiftParser
public import SwiftSyntax

/// A class that is marked with `@Extension`, read from its source.
public struct ExtensionDeclaration {
  /// The class's name, without its module.
  public let name: String
  /// The superclass as written, without its argument: `GreeterExtension`.
  public let baseName: String
  /// The protocol as written: `Greeter`, or `API.Greeter`.
  public let protocolName: String
  /// Whether the subject need not be copyable.
  public let isNoncopyable: Bool
  /// The constraints but the extended protocol itself.
  public let constraints: [Constraint]
  public let requirements: [RequirementName]
  /// The methods that override the requirements, in the same order.
  public let methods: [(node: Syntax, form: MethodForm)]
  /// Methods that take the subject, are not private, and override nothing.
  public let strays: [(name: RequirementName, node: Syntax)]
  /// Whether the class overrides `applies(to:)`.
  public let hasPredicate: Bool
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
    let header = try ExtensionHeader(extensionClass)
    isTyped = try Self.isTyped(attribute)
    let members = try ExtensionMembers(
      extensionClass, subject: header.parameterName, typed: isTyped)
    name = extensionClass.name.trimmedDescription
    baseName = header.baseName
    protocolName = header.protocolName
    isNoncopyable = header.isNoncopyable
    constraints = header.constraints
    requirements = members.requirements
    methods = members.methods
    strays = members.strays
    hasPredicate = members.hasPredicate
    priority = try Self.priority(of: attribute)
    shimAccessor = try Self.shimAccessor(of: attribute)
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
      constraints: constraints.map(\.text), requirements: requirements, priority: priority,
      hasPredicate: hasPredicate, source: source)
  }

  /// The value of `typed:`.
  public static func isTyped(_ attribute: AttributeSyntax) throws(SyntaxProblem) -> Bool {
    guard let expression = attribute.argument("typed") else { return false }
    guard let literal = expression.as(BooleanLiteralExprSyntax.self) else {
      throw SyntaxProblem(.typedIsNoLiteral, at: expression)
    }
    return literal.literal.tokenKind == .keyword(.true)
  }

  private static func shimAccessor(
    of attribute: AttributeSyntax
  ) throws(SyntaxProblem) -> String? {
    guard let expression = attribute.argument("shim") else { return nil }
    let name = expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue ?? ""
    let isIdentifier =
      name.first?.isNumber == false
      && name.utf8.allSatisfy { byte in
        let character = Character(Unicode.Scalar(byte))
        return character == "_" || (byte < 0x80 && (character.isLetter || character.isNumber))
      }
    guard isIdentifier else { throw SyntaxProblem(.shimIsNoName, at: expression) }
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
