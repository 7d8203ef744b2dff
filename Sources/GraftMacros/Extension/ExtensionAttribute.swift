// SPDX-License-Identifier: Apache-2.0

import DescriptorEncoding
import ExtensionSyntax
import GraftDescriptors
import SwiftParser
public import SwiftSyntax
import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// Writes an extension's record, accessor and makers beside its class.
public struct ExtensionAttribute: PeerMacro {
  /// Leaves the text as it is written; formatting takes most of the time.
  public static var formatMode: FormatMode { .disabled }

  public static func expansion(
    of attribute: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    do {
      return try peers(of: declaration, attribute, context)
    } catch {
      context.diagnose(error.diagnostic)
      return []
    }
  }

  /// The declarations beside the class.
  ///
  /// - Parameter kind: the descriptor's kind; advice has the same form as an
  ///   extension.
  static func peers(
    of declaration: some DeclSyntaxProtocol, _ attribute: AttributeSyntax,
    _ context: some MacroExpansionContext, kind: DescriptorKind = .extension
  ) throws(SyntaxProblem) -> [DeclSyntax] {
    guard context.lexicalContext.isEmpty else {
      throw SyntaxProblem(.notAtFileScope, at: attribute)
    }
    let declared = try ExtensionDeclaration(declaration, attribute: attribute)
    for stray in declared.strays {
      context.diagnose(SyntaxProblem(.overridesNothing(stray.name.text), at: stray.node).diagnostic)
    }
    for problem in RestartedChain.problems(in: declaration, typed: declared.isTyped) {
      context.diagnose(problem.diagnostic)
    }
    let (module, source) = place(of: declaration, context)
    let descriptor = declared.descriptor(module: module, source: source, kind: kind)
    let makers = MakerEmission(declared)
    let makerNames = makers.written.map { _ in context.makeUniqueName("maker").text }
    let accessor = context.makeUniqueName("accessor").text
    let linkage = declared.shimAccessor.map { "@c(\($0)) nonisolated" } ?? "@c nonisolated private"
    let place = declaration.as(ClassDeclSyntax.self)?.inheritanceClause.flatMap {
      SourcePlace(of: $0, in: context)
    }
    let answer = """
      \(makers.function(listing: makerNames))
        return unsafe Graft::ExtensionAccessor.\(makers.answer)(request, extending: Support._description(), compiledShape: Support._shape()\(makers.argument)
      """
    // If `@Extensible` wrote nothing, the errors are at the superclass.
    let alias = "  typealias Support = \(declared.supportName)"
    return zip(makers.written, makerNames).map { index, name in
      .unparsed(makers.declaration(index, named: name))
    } + [
      .unparsed(
        """
        \(linkage) func \(accessor)(
          _ request: Swift::UnsafePointer<CGraft::graft_request>
        ) -> Swift::UnsafeMutableRawPointer? {
          CGraft::graft_anchor()
        \(place?.around(alias) ?? alias)
        \(nameChecks(declared, context))
        \(place?.around(answer) ?? answer)
        }
        """)
    ] + (declared.shimAccessor == nil ? [try record(descriptor, accessor, attribute, context)] : [])
  }

  /// The constant with a descriptor's record.
  ///
  /// - Parameter name: the base of the constant's unique name.
  static func record(
    _ descriptor: ExtensionDescriptor, _ accessor: String, _ attribute: AttributeSyntax,
    _ context: some MacroExpansionContext, named name: String = "record"
  ) throws(SyntaxProblem) -> DeclSyntax {
    try record(try? descriptor.record(), accessor, attribute, context, named: name)
  }

  /// The constant with an encoded record.
  ///
  /// - Parameter record: nil if the content does not fit a record.
  static func record(
    _ record: EncodedRecord?, _ accessor: String, _ attribute: AttributeSyntax,
    _ context: some MacroExpansionContext, named name: String = "record"
  ) throws(SyntaxProblem) -> DeclSyntax {
    let emission = record.map {
      RecordEmission($0, constant: context.makeUniqueName(name).text, accessor: accessor)
    }
    guard let emission, emission.isCompilable else {
      throw SyntaxProblem(.tooLong, at: attribute)
    }
    return .unparsed(emission.source)
  }

  /// Code by which the compiler checks that each name without types belongs to one
  /// requirement.
  private static func nameChecks(
    _ declared: ExtensionDeclaration, _ context: some MacroExpansionContext
  ) -> String {
    let names = declared.requirements
    // A class that overrides several methods of one name overrides all that differ in
    // the result.
    return zip(names, declared.methods).filter { name, _ in
      name == name.untyped && names.count { $0 == name } == 1
    }.map { name, method in
      let symbol = RequirementMethodName.symbol(name.text)
      let check = "_ = Support.\(symbol)\(method.form.members).self"
      return SourcePlace(of: method.node, in: context)?.around(check) ?? check
    }.joined(separator: "\n")
  }

  /// The module's name, and `Module/File.swift:line`.
  static func place(
    of declaration: some SyntaxProtocol, _ context: some MacroExpansionContext
  ) -> (module: String, source: String) {
    let name = declaration.as(ClassDeclSyntax.self).map { Syntax($0.name) } ?? Syntax(declaration)
    guard
      let location = context.location(of: name, at: .afterLeadingTrivia, filePathMode: .fileID),
      let file = location.file.as(StringLiteralExprSyntax.self)?.representedLiteralValue
    else { return ("", "") }
    let module = String(file.prefix { $0 != "/" })
    return (module, "\(file):\(location.line.trimmedDescription)")
  }
}

extension ExtensionAttribute: MemberMacro {
  public static func expansion(
    of attribute: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    // The peer role reports the error.
    guard (try? ExtensionDeclaration(declaration, attribute: attribute)) != nil else { return [] }
    return LinkInitialiser.source(of: declaration, in: context)
  }
}

/// Writes the enums that conform under an extension's constraints.
private struct MakerEmission {
  /// The clauses of a probe for each constraint but the last, and then of the maker
  /// itself.
  private let clauses: [String]
  private let declared: ExtensionDeclaration

  init(_ declared: ExtensionDeclaration) {
    let own = "Subject: \(declared.protocolType)"
    let constraints = declared.constraints.map(\.clause)
    clauses = (0..<max(1, constraints.count)).map { index in
      ([own] + constraints.prefix(index + 1)).joined(separator: ", ")
    }
    self.declared = declared
  }

  /// Whether it applies to every type that conforms to the protocol, which a cast can
  /// tell.
  ///
  /// Then it needs no conditional conformance, which only another macro could write.
  private var isOfAll: Bool { declared.constraints.isEmpty && !declared.isNoncopyable }

  /// The indices of the declared makers.
  ///
  /// Graft has a generic maker for classes without conditions.
  var written: Range<Int> { isOfAll && !declared.hasPredicate ? 0..<0 : clauses.indices }

  func declaration(_ index: Int, named name: String) -> String {
    if isOfAll {
      return
        "nonisolated private enum \(name)<\(clauses[index])>: Graft::ExtensionMaker {\n\(members)\n}"
    }
    let isProbe = index < clauses.count - 1
    let argument = isProbe ? "" : ", members: ##\"\"\"\n\(members)\n\"\"\"##"
    let copyability = declared.isNoncopyable ? ": ~Copyable" : ""
    return """
      @_ExtensionMaker(where: ##"\(clauses[index])"##\(argument))
      nonisolated private enum \(name)<Subject\(copyability)> {}
      """
  }

  /// The function `make`, which returns a subject's makers.
  func function(listing names: [String]) -> String {
    if isOfAll {
      let maker =
        names.first.map { "\($0)<Subject>" }
        ?? "Graft::GeneratedCode.MakerOf<\(declared.name)<Subject>>"
      return
        "func make<Subject: \(declared.protocolType)>(_: Subject.Type) -> Any.Type { \(maker).self }"
    }
    let list = names.map { "\($0)<Subject>.self" }.joined(separator: ", ")
    return "func make<Subject>(_: Subject.Type) -> [Any.Type] { [\(list)] }"
  }

  /// The name of the function that answers a request.
  var answer: String { isOfAll ? "answerAll" : "answer" }

  /// The last argument of that function, with the end of the call.
  var argument: String {
    // Swift 5 does not open an `Any.Type` by itself.
    isOfAll
      ? ") { (subject: any \(declared.protocolType).Type) in make(subject) }"
      : ", Swift::_openExistential(Graft::ExtensionAccessor.subject(of: request), do: make))"
  }

  private var members: String {
    let base = "\(declared.baseName)<Subject>"
    var members = [
      "static var base: any Graft::ExtensionBase.Type { \(base).self }",
      "static func makeLink(_ successors: Graft::LinkSuccessors) -> Graft::ExtensionLink { \(declared.name)<Subject>(successors) }",
    ]
    if !declared.constraints.isEmpty {
      let list = declared.constraints.map(\.emission).joined(separator: ", ")
      members.append("static var constraints: [Graft::ExtensionConstraint] { [\(list)] }")
    }
    if declared.hasPredicate {
      members.append(
        "static var applies: Swift::Bool { \(declared.name)<Subject>.applies(to: Subject.self) }")
    }
    return members.joined(separator: "\n")
  }
}

extension Constraint {
  /// The constraint as a value, which the registry compares with others.
  var emission: String {
    switch relation {
    case .conforms:
      "Graft::ExtensionConstraint(\"\(path)\", conformsTo: (any \(type) & Swift::Sendable).self)"
    case .sameType:
      "Graft::ExtensionConstraint(\"\(path)\", isSameTypeAs: (\(type)).self)"
    }
  }
}
