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
  /// The text is written as it is to be read; formatting it takes most of the time.
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

  /// - Parameter kind: advice has the same form.
  static func peers(
    of declaration: some DeclSyntaxProtocol, _ attribute: AttributeSyntax,
    _ context: some MacroExpansionContext, kind: DescriptorKind = .extension
  ) throws(SyntaxProblem) -> [DeclSyntax] {
    guard context.lexicalContext.isEmpty else {
      throw SyntaxProblem(.notAtFileScope, at: attribute)
    }
    let declared = try ExtensionDeclaration(declaration, attribute: attribute)
    let base = ExtensionBaseCheck(declared, declaration, context)
    if let problem = base?.problem { throw problem }
    try checkAliases(of: declared, declaration, context)
    for problem in base?.strays ?? [] { context.diagnose(problem.diagnostic) }
    for problem in RestartedChain.problems(in: declaration, typed: declared.isTyped) {
      context.diagnose(problem.diagnostic)
    }
    let (module, source) = place(of: declaration, context)
    let descriptor = declared.descriptor(module: module, source: source, kind: kind)
    let makers = MakerEmission(declared)
    let makerNames = makers.written.map { _ in context.makeUniqueName("maker").text }
    let accessor = context.makeUniqueName("accessor").text
    let linkage = declared.shimAccessor.map { "@c(\($0)) nonisolated" } ?? "@c nonisolated private"
    return zip(makers.written, makerNames).map { index, name in
      .unparsed(makers.declaration(index, named: name))
    } + [
      .unparsed(
        """
        \(linkage) func \(accessor)(
          _ request: Swift::UnsafePointer<CGraft::graft_request>
        ) -> Swift::UnsafeMutableRawPointer? {
          CGraft::graft_anchor()
          \(supportAlias(declared, declaration, context))
          \(nameChecks(declared, context))
          \(makers.function(listing: makerNames))
          return unsafe Graft::ExtensionAccessor.\(makers.answer)(
            request, extending: Support._description(),
            compiledShape: Support._shape()\(makers.argument)
        }
        """)
    ] + (declared.shimAccessor == nil ? [try record(descriptor, accessor, attribute, context)] : [])
  }

  /// - Parameter name: what the constant's unique one is made of.
  static func record(
    _ descriptor: ExtensionDescriptor, _ accessor: String, _ attribute: AttributeSyntax,
    _ context: some MacroExpansionContext, named name: String = "record"
  ) throws(SyntaxProblem) -> DeclSyntax {
    try record(try? descriptor.record(), accessor, attribute, context, named: name)
  }

  /// - Parameter record: nil if what it says does not fit one.
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

  /// The only name by which the accessor refers to what `@Extensible` has written: where that is
  /// missing, the compiler says so once, where the superclass is.
  private static func supportAlias(
    _ declared: ExtensionDeclaration, _ declaration: some DeclSyntaxProtocol,
    _ context: some MacroExpansionContext
  ) -> String {
    let alias = "typealias Support = \(declared.supportName)"
    let place = declaration.as(ClassDeclSyntax.self)?.inheritanceClause.flatMap {
      SourcePlace(of: $0, in: context)
    }
    return place?.around(alias) ?? alias
  }

  /// For the compiler: that each name without types is that of one requirement.
  private static func nameChecks(
    _ declared: ExtensionDeclaration, _ context: some MacroExpansionContext
  ) -> String {
    let names = declared.requirements
    // A class that overrides several of one name has all that differ in the result.
    return zip(names, declared.places).filter { name, _ in
      name == name.untyped && names.count { $0 == name } == 1
    }.map { name, node in
      let symbol = RequirementMethodName.symbol(name.text)
      let check = "_ = Support.\(symbol).self"
      return SourcePlace(of: node, in: context)?.around(check) ?? check
    }.joined(separator: "\n")
  }

  /// A constraint can hide what is none at run time behind an alias of the module.
  private static func checkAliases(
    of declared: ExtensionDeclaration, _ declaration: some DeclSyntaxProtocol,
    _ context: some MacroExpansionContext
  ) throws(SyntaxProblem) {
    let bounds = declared.constraints.filter { $0.relation == .conforms }
    guard let declaration = declaration.as(ClassDeclSyntax.self), !bounds.isEmpty else { return }
    let module = ModuleDeclarations(around: declaration.name, in: context)
    for bound in bounds {
      let parts = module.alias(bound.type)?.parts ?? []
      guard let marker = parts.first(where: { Constraint.markers.contains($0.unqualified) }) else {
        continue
      }
      let node = declaration.tokens(viewMode: .sourceAccurate).first { $0.text == bound.type }
      throw SyntaxProblem(
        .markerByAlias(bound.type, marker.trimmedDescription, path: bound.path),
        at: node.map { Syntax($0) } ?? Syntax(declaration.name))
    }
  }

  /// The module, and `Module/File.swift:line`.
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
    // The peer role says what is wrong.
    guard let declared = try? ExtensionDeclaration(declaration, attribute: attribute),
      ExtensionBaseCheck(declared, declaration, context)?.problem == nil
    else { return [] }
    return LinkInitialiser.source(of: declaration)
  }
}

/// Writes the enums that conform under an extension's constraints.
private struct MakerEmission {
  /// For each constraint but the last those of a probe, and then of the maker itself.
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

  /// A default applies to whatever conforms to the protocol, which a cast tells. So it
  /// needs no conformance with conditions, which only a further macro could write.
  private var isOfAll: Bool { declared.constraints.isEmpty && !declared.isNoncopyable }

  /// Those that are declared. Graft has one for all classes that nothing is asked of.
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

  /// The function `make`, which tells a subject's makers.
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

  /// The function that answers.
  var answer: String { isOfAll ? "answerAll" : "answer" }

  /// Its last argument, with what ends the call.
  var argument: String {
    // Swift 5 opens no `Any.Type` by itself.
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
  /// For the registry, which compares it with others.
  var emission: String {
    switch relation {
    case .conforms:
      "Graft::ExtensionConstraint(\"\(path)\", conformsTo: (any \(type) & Swift::Sendable).self)"
    case .sameType:
      "Graft::ExtensionConstraint(\"\(path)\", isSameTypeAs: (\(type)).self)"
    }
  }
}
