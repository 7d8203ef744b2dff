// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
import GraftDescriptors
import SwiftSyntax
import SwiftSyntaxMacros

/// Compares an extension's class with the protocol that it extends, as far as the
/// module's files show it.
struct ExtensionBaseCheck {
  private let declared: ExtensionDeclaration
  private let extensionClass: ClassDeclSyntax
  private let module: ModuleDeclarations
  private var name: String { declared.protocolName }

  /// Nil if the declaration is no class.
  init?(
    _ declared: ExtensionDeclaration, _ declaration: some SyntaxProtocol,
    _ context: some MacroExpansionContext
  ) {
    guard let extensionClass = declaration.as(ClassDeclSyntax.self) else { return nil }
    self.declared = declared
    self.extensionClass = extensionClass
    module = ModuleDeclarations(around: extensionClass.name, in: context)
  }

  // MARK: The superclass

  /// The error of a wrong superclass.
  ///
  /// The compiler's errors would be many.
  var problem: SyntaxProblem? {
    guard !name.contains("."), !name.contains(":"), module.type(declared.baseName) == nil,
      let superclass = extensionClass.inheritanceClause?.inheritedTypes.first?.type
    else { return nil }
    guard let found = module.type(name) else {
      let isStandard = StandardProtocols.isKnown(name)
      return isStandard ? SyntaxProblem(.baseOfStandardProtocol(name), at: superclass) : nil
    }
    if let plain = module.protocol(name), plain.attributes.extensible == nil,
      !plain.attributes.contains(where: { $0.is(IfConfigDeclSyntax.self) })
    {
      let place = found.file.place(of: plain.name)
      return SyntaxProblem(.baseOfPlainProtocol(name, place: place), at: superclass)
    }
    guard let parameter = extensionClass.genericParameterClause?.parameters.first,
      !mayConform(parameter)
    else { return nil }
    return SyntaxProblem(
      .subjectOfOtherProtocol(parameter.name.text, base: declared.baseName, of: name),
      at: superclass)
  }

  private func mayConform(_ parameter: GenericParameterSyntax) -> Bool {
    let ofClause = (extensionClass.genericWhereClause?.requirements ?? []).flatMap { requirement in
      guard case .conformanceRequirement(let conformance) = requirement.requirement,
        conformance.leftType.trimmedDescription == parameter.name.text
      else { return [] as [TypeSyntax] }
      return conformance.rightType.parts
    }
    var seen: Set<String> = []
    return ((parameter.inheritedType?.parts ?? []) + ofClause).contains {
      mayRefine($0, &seen)
    }
  }

  private func mayRefine(_ type: TypeSyntax, _ seen: inout Set<String>) -> Bool {
    let bound = type.unqualified
    if bound == name { return true }
    guard type.suppressed == nil, seen.insert(bound).inserted else { return false }
    if let ancestor = module.protocol(bound) {
      return ancestor.bounds.contains { mayRefine($0, &seen) }
    }
    if let alias = module.alias(bound) { return alias.parts.contains { mayRefine($0, &seen) } }
    return !StandardProtocols.isKnown(bound)
  }

  // MARK: Methods

  /// The errors of methods that override nothing.
  var strays: [SyntaxProblem] {
    let required = module.protocol(name).map { declared in
      module.members(declared.memberBlock).flatMap(\.recordNames)
    }
    return declared.strays.map { stray in
      let text = stray.name.text
      let nearest = required?.map { ($0, $0.distance(to: text)) }
        .filter { $0.1 <= max(2, text.count / 3) }.min { $0.1 < $1.1 }?.0
      return SyntaxProblem(.overridesNothing(text, nearest: nearest), at: stray.node)
    }
  }
}

extension String {
  /// The edit distance: the number of characters to add, remove or replace.
  fileprivate func distance(to other: String) -> Int {
    let (from, to) = (Array(self), Array(other))
    var row = Array(0...to.count)
    for (index, character) in from.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for (column, wanted) in to.enumerated() {
        let changed = diagonal + (character == wanted ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = Swift.min(changed, diagonal + 1, row[column] + 1)
      }
    }
    return row[to.count]
  }
}
