// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
import SwiftSyntax
import SwiftSyntaxMacros

/// A protocol that is marked with `@Extensible`, read from its source.
struct ProtocolDeclaration {
  let name: String
  let place: SourcePlace?
  let access: Access
  /// `@available`, a global actor and the like, each on a line.
  let attributes: String
  private let arguments: ExtensibleArguments
  /// `@_spi(…) `, if the protocol has it.
  let spi: String
  /// `nonisolated `, if the protocol is declared so.
  ///
  /// By default a module's classes can be isolated to the main actor.
  let isolation: String
  let context: ProtocolContext
  /// The members that dispatch, with requirements numbered in the order of their
  /// declaration.
  let members: [ProtocolMember]
  /// The errors of requirements, which are then treated as if marked `@Required`, so
  /// that they cause no others.
  let problems: [SyntaxProblem]
  /// Whether the class can be written without the constraint that its subject
  /// conforms.
  ///
  /// A superclass with the constraint makes the runtime search all conformances of
  /// the process for each subject.
  let takesAnySubject: Bool
  /// The refined protocols that can have members; nil if there are none.
  let ancestors: Ancestors?
  /// The declarations of the requirements that are no operators, as least preferred
  /// overloads.
  let disfavored: [String]
  /// The types with a layout of their own in the requirements' signatures, each once.
  let namedTypes: [String]
  /// The normalised requirements, which the shape is the hash of.
  private let signature: String
  /// The part that stays where requirements are added: all but those that dispatch.
  private let foundation: String

  enum Access: String {
    case `public`, package, `internal`, `fileprivate`, `private`

    init(_ modifiers: DeclModifierListSyntax) {
      self = modifiers.lazy.compactMap { Access(rawValue: $0.name.text) }.first ?? .internal
    }

    /// The modifier of a declaration at file scope that the same users can see.
    var modifier: String {
      switch self {
      case .public, .package, .fileprivate: rawValue + " "
      case .internal: ""
      case .private: "fileprivate "
      }
    }

    /// The effective access of a member inside types with lower access.
    ///
    /// The compiler refuses code for other modules that mentions these types. An
    /// extension does not show its type's access.
    func within(_ lexicalContext: [Syntax]) -> Access {
      lexicalContext.filter { !$0.is(ExtensionDeclSyntax.self) }.reduce(self) { access, node in
        guard let modifiers = node.asProtocol((any WithModifiersSyntax).self)?.modifiers
        else { return access }
        switch (access, Access(modifiers)) {
        case (_, .public), (.internal, _), (.fileprivate, _), (.private, _): return access
        case (_, .package): return .package
        case (_, .internal), (_, .fileprivate), (_, .private): return .internal
        }
      }
    }

    /// The modifier, if only the file sees the declaration.
    var ofFile: String { [.fileprivate, .private].contains(self) ? modifier : "" }

    /// The modifier, if other modules see the declaration.
    var ofOtherModules: String { [.public, .package].contains(self) ? modifier : "" }

    /// An attribute with a trailing space, if code of other modules sees the declaration.
    func ifPublic(_ attribute: String) -> String { self == .public ? attribute + " " : "" }

    /// Only classes of `public` protocols can have subclasses in other modules.
    var classModifier: String { self == .public ? "open " : modifier }
  }

  init(
    _ declaration: some SyntaxProtocol, attribute: AttributeSyntax,
    in expansion: some MacroExpansionContext
  ) throws(SyntaxProblem) {
    guard let declared = declaration.as(ProtocolDeclSyntax.self) else {
      throw SyntaxProblem(
        .notAProtocol, at: attribute, fix: .remove(attribute, "remove '@Extensible'"))
    }
    try Self.checkPlace(of: declared, in: expansion.lexicalContext)
    name = declared.name.text
    place = SourcePlace(of: declared.name, in: expansion)
    access = Access(declared.modifiers).within(expansion.lexicalContext)
    try declared.attributes.checkForm()
    spi = declared.attributes.spi
    attributes = declared.attributes.copied
    arguments = try ExtensibleArguments(attribute)
    if let growing = arguments.growing, access != .public {
      throw SyntaxProblem(.growsInModule, at: growing)
    }
    if declared.name.text.contains("`") {
      throw SyntaxProblem(.nameInBackticks, at: declared.name)
    }
    if let attribute = declared.attributes.named("usableFromInline") {
      throw SyntaxProblem(.usableFromInline, at: attribute)
    }
    if GeneratedNames.ofClass.contains(name) {
      throw SyntaxProblem(.takenName(name), at: declared.name)
    }
    let bounds = declared.bounds
    // A macro sees no other declaration: it knows the standard library's protocols by their names,
    // and of any other one it takes no member for known.
    let refined = bounds.filter { $0.suppressed == nil }.map(\.unqualified)
    let declarations = try declared.memberBlock.members.compiled(in: expansion)
    let aliases = declarations.compactMap { $0.as(TypeAliasDeclSyntax.self) }
    let associatedTypes = declarations.compactMap {
      $0.as(AssociatedTypeDeclSyntax.self)?.name.text
    }
    try Self.checkNames(ofTypesAmong: declarations)
    let outerNames = expansion.lexicalContext.typeNames
    context = ProtocolContext(
      memberTypes: Set(associatedTypes + aliases.map(\.name.text)).union(
        refined.flatMap { StandardProtocols.associatedTypes(of: $0) ?? [] }),
      hasUnknownTypes: !refined.allSatisfy(StandardProtocols.isKnown), bounds: Set(refined),
      ownNames: Set(
        (outerNames + [name]).joined(separator: ".").split(separator: ".").map(String.init)),
      supportName: (outerNames + ["_Graft" + name]).joined(separator: "."),
      functionAliases: aliases.functionNames(of: name),
      aliasesOfSelf: Dictionary(
        aliases.filter(\.initializer.value.mentionsSelf).map {
          ($0.name.text, $0.initializer.value.trimmedDescription)
        }, uniquingKeysWith: { first, _ in first }),
      isSPI: !declared.attributes.spi.isEmpty,
      isClassBound: !StandardProtocols.classBound.isDisjoint(with: refined),
      isActor: refined.contains("Actor"),
      isNoncopyable: bounds.contains { $0.suppressed == "Copyable" })
    if let bound = bounds.first(where: { $0.suppressed == "Escapable" }) {
      throw SyntaxProblem(.notEscapable, at: bound)
    }
    (members, problems) = try ProtocolMember.read(
      declarations, context,
      hasOperators: declared.attributes.named("OperatorDefaults") != nil, in: expansion)
    ancestors = Ancestors(declared, declarations)
    // A requirement that is added later must not change the class's parameter.
    takesAnySubject =
      arguments.growing == nil && !context.isNoncopyable && !context.isActor
      && !context.hasUnknownTypes && associatedTypes.isEmpty
      && !members.contains { $0.requirements.contains(where: \.asksOfSubject) }
    disfavored = declarations.compactMap(\.disfavored)
    guard !members.isEmpty || !problems.isEmpty else {
      let isRequired = declared.memberBlock.members.hasRequired
      throw SyntaxProblem(isRequired ? .allRequired : .nothingToDispatch, at: declared.name)
    }
    let isNonisolated = declared.modifiers.has(.nonisolated) || context.isActor
    isolation = isNonisolated ? "nonisolated " : ""
    // An actor decides how its requirements are called.
    let head =
      attributes.split(separator: "\n").map(String.init)
      + (declared.modifiers.has(.nonisolated) ? ["nonisolated"] : [])
      + bounds.map(\.trimmedDescription).sorted()
    signature = (head + declarations.map(Self.normalised)).joined(separator: ";")
    foundation = (head + Self.foundation(declarations)).joined(separator: ";")
    namedTypes = NamedTypes.all(
      in: declarations, context, judged: Set(members.flatMap(\.requirements).flatMap(\.judged)))
  }

  /// The declarations that growing keeps: others than requirements, and those with `@Required`,
  /// which couriers number among the rest, with their places.
  private static func foundation(_ declarations: [DeclSyntax]) -> [String] {
    var dispatchingCount = 0
    return declarations.compactMap { declaration in
      if declaration.isMarked("Required") {
        return "\(dispatchingCount) \(normalised(declaration))"
      }
      if !declaration.isRequirement { return normalised(declaration) }
      dispatchingCount += 1
      return nil
    }
  }

  static func checkPlace(
    of declared: ProtocolDeclSyntax, in lexicalContext: [Syntax]
  ) throws(SyntaxProblem) {
    let types: [SyntaxKind] = [.structDecl, .enumDecl, .classDecl, .actorDecl, .extensionDecl]
    guard lexicalContext.allSatisfy({ types.contains($0.kind) }) else {
      throw SyntaxProblem(.inFunction, at: declared.name)
    }
    if let modifier = lexicalContext.first?.as(ExtensionDeclSyntax.self)?.modifiers.first {
      throw SyntaxProblem(.accessOfExtension(modifier.name.text), at: declared.name)
    }
    let modifier = declared.modifiers.first { $0.name.tokenKind == .keyword(.private) }
    if let modifier, !lexicalContext.isEmpty {
      throw SyntaxProblem(
        .privateInType, at: modifier,
        fix: .replace(modifier, with: "fileprivate", "replace 'private' with 'fileprivate'"))
    }
  }

  /// Checks that no member type has the name of a type in generated code.
  private static func checkNames(
    ofTypesAmong declarations: [DeclSyntax]
  ) throws(SyntaxProblem) {
    for declaration in declarations
    where [.associatedTypeDecl, .typeAliasDecl].contains(declaration.kind) {
      guard let name = declaration.asProtocol((any NamedDeclSyntax).self)?.name,
        GeneratedNames.types.contains(name.text)
      else { continue }
      throw SyntaxProblem(.takenName(name.text), at: name)
    }
  }

  var requirements: [Requirement] { members.flatMap(\.requirements) }

  /// The attributes for code of a requirement.
  ///
  /// - Parameter isOnOwn: whether that says itself where it runs, so that the attributes that can
  ///   be global actors are left out.
  func attributes(isOnOwn: Bool) -> String {
    isOnOwn ? attributes.languageAttributes : attributes
  }

  /// The attribute of the global actor that a requirement is isolated to, such as
  /// `@MainActor`: its own, or else the protocol's.
  ///
  /// The compiler refuses attributes of actors that have arguments.
  func globalActor(of requirement: Requirement) -> Substring? {
    guard requirement.isolation.isEmpty else { return nil }
    let ofProtocol = isolation.isEmpty && !requirement.saysWhereItRuns ? attributes : ""
    return (requirement.attributes + ofProtocol).customAttributes.first
  }

  /// Whether a protocol from outside the standard library, or a superclass, can bind it to classes.
  var canBeClassBoundElsewhere: Bool {
    !context.isClassBound && !context.isNoncopyable && context.hasUnknownTypes
  }

  /// Whether requirements are added at its end under code that was compiled before.
  var grows: Bool { arguments.growing != nil }

  /// The hash of the generator's version and the ordered requirements.
  var shape: UInt64 { Self.hash("graft 1;" + signature) }

  /// The hash of what stays where requirements are added; nil for a protocol that does not grow.
  var foundationHash: UInt64? { grows ? Self.hash("graft 1;" + foundation) : nil }

  /// The tag that class keys are combined with: odd, of 31 bits.
  ///
  /// It does not change with the requirements.
  var classTag: String { "0x" + String(Self.hash(name) & 0x7fff_ffff | 1, radix: 16) }

  /// The FNV-1a hash.
  private static func hash(_ text: String) -> UInt64 {
    text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
  }

  /// The name that extensions inherit from, `PExtension`.
  var baseName: String { name + arguments.suffix }
  /// The name of the class itself.
  ///
  /// If it takes any subject, `PExtension` is an alias of it.
  var className: String { takesAnySubject ? "_GraftBaseOf" + name : baseName }
  /// The constraint of a generic parameter that stands for a subject.
  var subjectConstraint: String { context.isNoncopyable ? "\(name) & ~Copyable" : name }
  /// The namespace that only generated code uses.
  var supportName: String { "_Graft" + name }
  /// The variable with the cells in which calls find their chains.
  var cellsName: String { "_GraftCellsOf" + name }

  /// The expression for the memory of the cells.
  ///
  /// The symbol of a variable has its type, and so the number of requirements.
  ///
  /// - Parameter prefix: the enclosing type's name and a dot, outside of it.
  func cells(_ prefix: String = "") -> String {
    pins.last.map { "\(prefix)\(supportName)._cells_\($0)()" } ?? "&\(prefix)\(cellsName)"
  }

  /// A hash for each number of requirements, from one on, of the foundation and the first ones;
  /// none for a protocol that does not grow.
  var pins: [String] {
    guard let foundationHash else { return [] }
    var text = String(foundationHash, radix: 16)
    return requirements.map { requirement in
      text += ";" + requirement.declaration
      return String(Self.hash(text), radix: 16)
    }
  }

  /// The number of a requirement in code that other modules compile.
  ///
  /// - Parameter prefix: the enclosing type's name and a dot, outside of it.
  func number(of requirement: Requirement, _ prefix: String = "") -> String {
    guard grows else { return "\(requirement.number)" }
    let cells = cells(prefix)
    return "Graft::GeneratedCode.DispatchCell.number(\(requirement.number), in: \(cells))"
  }

  /// The text without comments, with single spaces.
  private static func normalised(_ declaration: DeclSyntax) -> String {
    declaration.oneLine.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

extension ProtocolDeclSyntax {
  /// The types that conforming types are constrained to, by inheritance or `where
  /// Self: …`.
  var bounds: [TypeSyntax] {
    let inherited = inheritanceClause?.inheritedTypes.map(\.type) ?? []
    return (inherited + (genericWhereClause?.boundsOfSelf ?? [])).flatMap(\.parts)
  }
}

extension GenericWhereClauseSyntax {
  /// The types that `Self` is constrained to.
  var boundsOfSelf: [TypeSyntax] {
    requirements.compactMap { requirement in
      guard case .conformanceRequirement(let conformance) = requirement.requirement,
        conformance.leftType.trimmedDescription == "Self"
      else { return nil }
      return conformance.rightType
    }
  }
}

extension DeclSyntax {
  var isRequirement: Bool {
    [.functionDecl, .variableDecl, .subscriptDecl, .initializerDecl].contains(kind)
  }

  /// A dispatching requirement's redeclaration in a protocol that refines its own.
  fileprivate var disfavored: String? {
    // A generic declaration would become another requirement.
    guard !isMarked("Required"), isRequirement, !isOperator, !isGeneric,
      var copy = asProtocol((any WithAttributesSyntax).self)
    else { return nil }
    let isSendable = copy.attributes.named("Sendable") != nil
    // Attributes that can't be repeated have got an error of their own.
    let isComplete = (try? copy.attributes.checkForm()) != nil
    let written = isComplete ? copy.attributes.withoutBuilders.copied.onOneLine : ""
    let attributes = written + (isSendable ? "@Sendable " : "")
    copy.attributes = []
    // The compiler can demand `override`, but accepts it before an initialiser only in
    // that case.
    let override = self.is(InitializerDeclSyntax.self) ? "" : "override "
    return "@_disfavoredOverload \(attributes)\(override)\(copy.trimmedDescription)"
  }
}

extension DeclSyntax {
  /// Whether it has generic parameters, written as such or as `some`, or constraints.
  var isGeneric: Bool {
    guard let generic = asProtocol((any WithGenericParametersSyntax).self) else { return false }
    return generic.genericParameterClause != nil || generic.genericWhereClause != nil
      || parameters.hasToken(.keyword(.some))
  }
}
