// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
import SwiftSyntax
import SwiftSyntaxMacros

/// The protocol of an extension with `@Default`, if the module declares it.
///
/// It tells which requirements the members are defaults of. The compiler expands
/// the extension again when the protocol changes.
struct ExtendedProtocol {
  private let module: ModuleDeclarations
  /// Nil if another module declares the protocol, or if it is in a type.
  private let declared: ProtocolDeclSyntax?
  /// The requirements that dispatch, by identity.
  private var dispatching: [String: [Requirement]] = [:]
  /// The names of the other requirements.
  private var required: Set<String> = []
  /// The values of `isAsync` for the extension's own members, by identity.
  private var implemented: [String: Set<Bool>] = [:]
  /// Whether `@Extensible` reported an error, and so wrote nothing.
  private(set) var isRefused = false
  /// Whether only objects conform, so that setters do not mutate their subjects.
  private(set) var isClassBound = false
  /// The associated types and aliases that members can name, as far as the protocol
  /// shows them.
  private(set) var memberTypes: Set<String> = []

  init(
    of extended: ExtensionDeclSyntax, in expansion: some MacroExpansionContext
  ) throws(SyntaxProblem) {
    module = ModuleDeclarations(around: extended.extendedType, in: expansion)
    // A type's nested protocol can share its name with another.
    let isNested = extended.extendedType.is(MemberTypeSyntax.self)
    declared = isNested ? nil : module.protocol(extended.extendedName)
    for member in module.members(extended.memberBlock) {
      for identity in member.identities {
        implemented[identity, default: []].insert(member.isAsync)
      }
    }
    guard let declared else { return }
    guard let attribute = declared.attributes.extensible else {
      // The attribute can be in an `#if`.
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
    let all = (try? declared.memberBlock.members.compiled(in: expansion)) ?? []
    required = Set(all.filter { $0.isMarked("Required") }.flatMap(\.recordNames))
    // Where nothing is left to dispatch, each default is one that nothing would call.
    let leavesSome = all.contains { !$0.isMarked("Required") && !$0.identities.isEmpty }
    guard leavesSome || required.isEmpty else { return }
    guard
      let read = try? ProtocolDeclaration(declared, attribute: attribute, in: expansion, module),
      read.problems.isEmpty
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
  }

  func functionAliases(in members: [DeclSyntax]) -> Set<String> {
    let known = declared.map { KnownAncestors(of: $0, module).aliases } ?? []
    let own = declared.map { module.members($0.memberBlock) } ?? []
    return FunctionAliases.names(
      in: members, own.compactMap { $0.as(TypeAliasDeclSyntax.self) } + known, module)
  }

  // MARK: The requirements of members

  /// Whether the protocol has overloads of a name, which differ in types.
  func hasOverloads(of name: String) -> Bool { requirements(named: name).count > 1 }

  /// The number of requirements of one name and types, which differ in the result or
  /// `async`.
  func count(named typedName: String) -> Int {
    dispatching.values.joined().count { $0.recordName(typed: true) == typedName }
  }

  private func requirements(named name: String) -> [Requirement] {
    dispatching.values.joined().filter { $0.untypedRecordName == name }
  }

  /// The requirement that a member is the default of, as the protocol declares it.
  ///
  /// A default can be nonmutating, yet called where the requirement may mutate the
  /// subject.
  func requirement(like own: Requirement, _ member: DeclSyntax) -> Requirement? {
    member.identities.lazy.flatMap { dispatching[$0] ?? [] }.first {
      $0.methodName == own.methodName && ($0.newValue == nil) == (own.newValue == nil)
    }
  }

  /// The error if a member is the default of nothing, as far as its name and labels
  /// tell.
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

  /// The values of `isAsync` of the requirements that a member is the default of.
  ///
  /// A synchronous member can be the default of an async requirement, and of both if
  /// there are two.
  ///
  /// - Parameter isAsync: whether the member is `async`.
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
  /// Whether it is `async`; of a property, whether its getter is.
  fileprivate var isAsync: Bool {
    guard let plain = try? AuthorDefaultMember(self, isAny: true)?.requirement else { return false }
    let members = try? ProtocolMember.members(plain, .ofAnyProtocol)
    return members?.first?.requirements.first?.effects.isAsync ?? false
  }
}

extension DeclSyntax {
  /// The names of associated types that it mentions as members of `Self`.
  ///
  /// They are all that the source shows of the associated types from protocols of
  /// other modules.
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
