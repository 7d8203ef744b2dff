// SPDX-License-Identifier: Apache-2.0

public import GraftDescriptors
public import SwiftSyntax

/// A class that is marked with `@Extension`, read from its source.
public struct ExtensionDeclaration {
  /// The class's name, without its module.
  public let name: String
  /// The superclass as written, without its argument: `GreeterExtension`.
  public let baseName: String
  /// The protocol as written: `Greeter`, or `API.Greeter`.
  public let protocolName: String
  /// All but the extended protocol itself.
  public let constraints: [Constraint]
  public let requirements: [RequirementName]
  /// True if the class overrides `applies(to:)`.
  public let hasPredicate: Bool
  public let priority: Int32

  /// Reads a declaration, or says what is wrong with it.
  public init(
    _ declaration: some DeclSyntaxProtocol, attribute: AttributeSyntax
  ) throws(SyntaxProblem) {
    guard let extensionClass = declaration.as(ClassDeclSyntax.self) else {
      throw SyntaxProblem(.notAClass, at: attribute)
    }
    let header = try ExtensionHeader(extensionClass)
    let members = try ExtensionMembers(extensionClass)
    name = extensionClass.name.trimmedDescription
    baseName = header.baseName
    protocolName = header.protocolName
    constraints = header.constraints
    requirements = members.requirements
    hasPredicate = members.hasPredicate
    priority = try Self.priority(of: attribute)
  }

  /// Its descriptor's content.
  ///
  /// - Parameters:
  ///   - module: the module's name.
  ///   - source: `Module/File.swift:line`.
  public func descriptor(module: String, source: String) -> Descriptor {
    Descriptor(
      protocolName: protocolName, extensionName: "\(module).\(name)",
      constraints: constraints.map(\.text), requirements: requirements, priority: priority,
      hasPredicate: hasPredicate, source: source)
  }

  private static func priority(of attribute: AttributeSyntax) throws(SyntaxProblem) -> Int32 {
    guard case .argumentList(let arguments) = attribute.arguments,
      let argument = arguments.first(where: { $0.label?.text == "priority" })
    else { return 0 }
    let digits = argument.expression.trimmedDescription.filter { $0 != "_" && $0 != " " }
    guard let priority = Int32(digits) else {
      throw SyntaxProblem(.priorityIsNoLiteral, at: argument.expression)
    }
    return priority
  }
}
