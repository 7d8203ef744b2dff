// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
import SwiftSyntax
import SwiftSyntaxMacros

/// The protocol that an extension with `@Default` is of, if the module declares it: what its
/// members are the defaults of. The compiler expands the extension anew when the protocol
/// changes.
struct ExtendedProtocol {
  private let module: ModuleDeclarations
  /// Nil of one that another module declares, or that is in a type.
  private let declared: ProtocolDeclSyntax?
  /// By what tells requirements apart, those that dispatch.
  private var dispatching: [String: [Requirement]] = [:]
  /// The names of the others.
  private var required: Set<String> = []
  /// Of the extension's own members, by what tells them apart, whether they are `async`.
  private var implemented: [String: Set<Bool>] = [:]
  /// `@Extensible` has said what is wrong, and written nothing for that.
  private(set) var isRefused = false
  /// Only objects conform, so setters leave their subjects alone.
  private(set) var isClassBound = false
  /// The associated types and aliases that members can name, as far as the protocol shows them.
  private(set) var memberTypes: Set<String> = []

  init(
    of extended: ExtensionDeclSyntax, in expansion: some MacroExpansionContext
  ) throws(SyntaxProblem) {
    module = ModuleDeclarations(around: extended.extendedType, in: expansion)
    // Of one that is in a type there can be another of its name.
    let isNested = extended.extendedType.is(MemberTypeSyntax.self)
    declared = isNested ? nil : module.protocol(extended.extendedName)
    for member in module.members(extended.memberBlock) {
      for identity in member.identities {
        implemented[identity, default: []].insert(member.isAsync)
      }
    }
    guard let declared else { return }
    guard let attribute = declared.attributes.extensible else {
      // It can stand in an `#if`.
      if declared.attributes.contains(where: { $0.is(IfConfigDeclSyntax.self) }) { return }
      throw SyntaxProblem(
        .defaultOfPlainProtocol(declared.name.text), at: extended.extendedType)
    }
    if declared.bounds.contains(where: { $0.suppressed == "Copyable" }) {
      throw SyntaxProblem(.defaultOfNoncopyable, at: extended.extendedType)
    }
    read(declared, attribute, in: expansion)
  }

  private mutating func read(
    _ declared: ProtocolDeclSyntax, _ attribute: AttributeSyntax,
    in expansion: some MacroExpansionContext
  ) {
    guard
      let read = try? ProtocolDeclaration(declared, attribute: attribute, in: expansion, module),
      read.problems.isEmpty, let all = try? declared.memberBlock.members.compiled(in: expansion)
    else {
      isRefused = true
      return
    }
    isClassBound = read.context.isClassBound
    memberTypes = read.context.memberTypes.union(all.flatMap(\.typesOfSelf))
    let identities = all.filter { !$0.isMarked("Required") }.flatMap(\.identities)
    for (identity, member) in zip(identities, read.members) {
      dispatching[identity, default: []] += member.requirements
    }
    required = Set(all.filter { $0.isMarked("Required") }.flatMap(\.recordNames))
  }

  func functionAliases(in members: [DeclSyntax]) -> Set<String> {
    let known = declared.map { KnownAncestors(of: $0, module).aliases } ?? []
    let own = declared.map { module.members($0.memberBlock) } ?? []
    return FunctionAliases.names(
      in: members, own.compactMap { $0.as(TypeAliasDeclSyntax.self) } + known, module)
  }

  // MARK: What a member is the default of

  /// Those of one name differ in types.
  func hasOverloads(of name: String) -> Bool { requirements(named: name).count > 1 }

  /// Those of one name and types differ in the result or `async`.
  func count(named typedName: String) -> Int {
    dispatching.values.joined().count { $0.recordName(typed: true) == typedName }
  }

  private func requirements(named name: String) -> [Requirement] {
    dispatching.values.joined().filter { $0.untypedRecordName == name }
  }

  /// As the protocol has it: a default can leave the subject as it is, and be called where the
  /// requirement could change it.
  func requirement(like own: Requirement, _ member: DeclSyntax) -> Requirement? {
    member.identities.lazy.flatMap { dispatching[$0] ?? [] }.first {
      $0.methodName == own.methodName && ($0.newValue == nil) == (own.newValue == nil)
    }
  }

  /// That a member is the default of nothing, as far as its name and labels say it.
  func problem(_ own: Requirement, _ member: DeclSyntax) -> SyntaxProblem? {
    let name = own.untypedRecordName
    guard declared != nil, !isRefused, own.newValue == nil, requirements(named: name).isEmpty else {
      return nil
    }
    return SyntaxProblem(
      required.contains(name)
        ? .defaultOfRequired(own.untypedName) : .defaultOfNothing(own.untypedName),
      at: member.nameNode)
  }

  /// Whether those that a member is the default of are `async`: what is not can be that of
  /// one that is, and of both that there are.
  ///
  /// - Parameter isAsync: whether the member is.
  func areAsync(_ member: DeclSyntax, _ isAsync: Bool) -> [Bool] {
    let identities = member.identities
    let required = Set(identities.flatMap { dispatching[$0] ?? [] }.map(\.effects.isAsync))
    let implemented = identities.reduce(into: Set<Bool>()) {
      $0.formUnion(self.implemented[$1] ?? [])
    }
    guard !isAsync, required.contains(true), !implemented.contains(true) else { return [isAsync] }
    return required.contains(false) ? [false, true] : [true]
  }
}

extension AttributeListSyntax {
  var extensible: AttributeSyntax? {
    lazy.compactMap { $0.as(AttributeSyntax.self) }.first { $0.isNamed("Extensible") }
  }
}

extension DeclSyntax {
  /// The first of what a declaration stands for.
  fileprivate var isAsync: Bool {
    guard let plain = try? AuthorDefaultMember(self, isAny: true)?.requirement else { return false }
    let members = try? ProtocolMember.members(plain, .ofAnyProtocol)
    return members?.first?.requirements.first?.effects.isAsync ?? false
  }
}

extension DeclSyntax {
  /// What it names as a type of `Self`: of protocols in other modules that is all there is to see.
  fileprivate var typesOfSelf: [String] {
    let collector = TypesOfSelf(viewMode: .sourceAccurate)
    collector.walk(self)
    return collector.names
  }
}

private final class TypesOfSelf: SyntaxVisitor {
  private(set) var names: [String] = []

  override func visit(_ node: MemberTypeSyntax) -> SyntaxVisitorContinueKind {
    if node.baseType.trimmedDescription == "Self" { names.append(node.name.text) }
    return .visitChildren
  }
}
