// SPDX-License-Identifier: Apache-2.0

public import GraftDescriptors
public import SwiftSyntax

/// The requirements that an extension's class implements.
public struct ExtensionMembers {
  public let requirements: [RequirementName]
  /// The methods that override them, in the same order.
  public private(set) var methods: [(node: Syntax, form: MethodForm)] = []
  /// Whether the class overrides `applies(to:)`.
  public private(set) var hasPredicate = false
  /// Methods that take the subject, are not private and override nothing, by the names that
  /// records would have.
  public private(set) var strays: [(name: RequirementName, node: Syntax)] = []

  /// - Parameter subject: the class's name for its subject.
  init(
    _ extensionClass: ClassDeclSyntax, subject: String, typed: Bool
  ) throws(SyntaxProblem) {
    let renamer = SubjectRenamer(from: subject)
    var names: [RequirementMethodName] = []
    for member in extensionClass.memberBlock.members {
      if let problem = member.decl.problemInExtension { throw problem }
      guard let function = member.decl.as(FunctionDeclSyntax.self) else { continue }
      guard function.modifiers.has(.override) else {
        let isHelper = function.modifiers.has(.private) || function.modifiers.has(.fileprivate)
        if !isHelper, function.takes(subject: subject),
          let method = RequirementMethodName(function, renamer)
        {
          strays.append((method.name(typed: false), Syntax(function.name)))
        }
        continue
      }
      if function.modifiers.has(.class) || function.modifiers.has(.static) {
        hasPredicate = hasPredicate || function.name.text == "applies"
        continue
      }
      guard let method = RequirementMethodName(function, renamer),
        function.takes(subject: subject)
      else { throw SyntaxProblem(.noSubject(subject), at: function.signature.parameterClause) }
      names.append(method)
      methods.append((Syntax(function.name), MethodForm(function)))
    }
    guard !names.isEmpty else {
      throw SyntaxProblem(.implementsNothing, at: extensionClass.name)
    }
    requirements = RequirementMethodName.names(of: names, typed: typed)
  }
}

extension DeclSyntax {
  /// The problem if a member is not allowed in an extension's class.
  fileprivate var problemInExtension: SyntaxProblem? {
    switch self.as(DeclSyntaxEnum.self) {
    case .variableDecl(let property) where property.modifiers.has(.override):
      SyntaxProblem(.overriddenAccessor, at: self)
    case .subscriptDecl(let declared) where declared.modifiers.has(.override):
      SyntaxProblem(.overriddenAccessor, at: self)
    case .variableDecl(let property) where property.storesInInstance:
      SyntaxProblem(
        .storedProperty, at: property.bindings, fix: .remove(self, "remove the property"))
    case .initializerDecl(let initialiser):
      SyntaxProblem(
        .initialiser, at: initialiser.initKeyword, fix: .remove(self, "remove the initialiser"))
    case .deinitializerDecl(let deinitialiser):
      SyntaxProblem(
        .deinitialiser, at: deinitialiser.deinitKeyword,
        fix: .remove(self, "remove the deinitialiser"))
    // A member that the macro has to see may not be compiled.
    case .ifConfigDecl(let condition) where condition.members.contains(where: \.isSeen):
      SyntaxProblem(.conditionalMember, at: condition.clauses.first!.poundKeyword)
    default: nil
    }
  }

  private var isSeen: Bool {
    self.as(FunctionDeclSyntax.self)?.modifiers.has(.override) ?? false
      || problemInExtension != nil
  }
}

extension FunctionDeclSyntax {
  /// Whether its first parameter is the subject or its type, however it is passed.
  fileprivate func takes(subject: String) -> Bool {
    guard var type = signature.parameterClause.parameters.first?.type else { return false }
    if let attributed = type.as(AttributedTypeSyntax.self) { type = attributed.baseType }
    if let metatype = type.as(MetatypeTypeSyntax.self) { type = metatype.baseType }
    return type.trimmedDescription == subject
  }
}

extension VariableDeclSyntax {
  /// Whether it is a stored property of an instance.
  var storesInInstance: Bool {
    let ofType = modifiers.has(.static) || modifiers.has(.class)
    return !ofType && bindings.contains { $0.accessorBlock?.computes != true }
  }
}

extension AccessorBlockSyntax {
  /// Whether it has accessors other than observers, which belong to a stored
  /// property.
  fileprivate var computes: Bool {
    guard case .accessors(let accessors) = accessors else { return true }
    return !accessors.allSatisfy {
      [.keyword(.willSet), .keyword(.didSet)].contains($0.accessorSpecifier.tokenKind)
    }
  }
}
