// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// A declaration that gives a call the meaning that it has in new sources.
///
/// Built code has the old default arguments and signatures. So a call that leaves out
/// arguments gets a function without these parameters, which passes the new defaults
/// on; and a call that has no meaning any more gets a deprecated one, which the
/// compiler's warning tells.
struct CallForm {
  /// The message of the warning.
  static let gone = "graft: gone"

  let origin: Declaration
  let text: String
  /// Whether the module that declares it needs none: a new property there hides the built one.
  var isForOtherModules = false

  /// The forms for the changes of a file.
  ///
  /// - Parameter namesakes: the functions that the program has by the name of another one; a
  ///   call that one of them takes needs no form.
  static func forms(
    for changes: FileChanges, namesakes: (Declaration) -> [Declaration]
  ) throws(Obstacle) -> [CallForm] {
    var forms: [CallForm] = []
    var known: Set<String> = []
    let rivals = changes.added.filter { addition in
      [.function, .initializer].contains(addition.kind)
        && changes.withdrawn.contains { $0.hasSameName(as: addition) }
    }
    for declaration in changes.defaults.map(\.new) + changes.withdrawn {
      known.formUnion(namesakes(declaration).map { Call(of: $0, leavingOut: []).key })
    }
    for addition in rivals { known.insert(Call(of: addition, leavingOut: []).key) }
    for declaration in rivals + changes.defaults.map(\.new) {
      for call in try calls(of: declaration) where known.insert(call.key).inserted {
        forms.append(CallForm(origin: declaration, text: call.forwarding))
      }
    }
    for (old, _) in changes.defaults {
      for call in try calls(of: old) where known.insert(call.key).inserted {
        forms.append(CallForm(origin: old, text: call.tombstone))
      }
    }
    for declaration in changes.withdrawn {
      switch declaration.kind {
      case .function, .initializer:
        let whole = Call(of: declaration, leavingOut: [])
        for call in [whole] + ((try? calls(of: declaration)) ?? [])
        where known.insert(call.key).inserted {
          // A tombstone hides the built function, and comes after all that fits.
          forms.append(
            CallForm(origin: declaration, text: "@_disfavoredOverload " + call.tombstone))
        }
      case .computed:
        guard let text = tombstone(ofVariable: declaration) else { continue }
        let key = Call(of: declaration, leavingOut: []).key
        let isHidden = changes.added.contains {
          [.computed, .stored(isMutable: false)].contains($0.kind)
            && Call(of: $0, leavingOut: []).key == key
        }
        forms.append(CallForm(origin: declaration, text: text, isForOtherModules: isHidden))
      default: continue
      }
    }
    return forms
  }

  /// The calls that leave out arguments.
  private static func calls(of declaration: Declaration) throws(Obstacle) -> [Call] {
    let parameters = declaration.parameters
    var calls: [Call] = []
    var optional: [Int] = []
    for (index, parameter) in parameters.enumerated() {
      guard let value = parameter.defaultValue?.value else { continue }
      guard value.is(MacroExpansionExprSyntax.self) else {
        optional.append(index)
        continue
      }
      throw Obstacle("has the default argument \(value.trimmedDescription), which callers give")
    }
    guard optional.count <= 6 else { throw Obstacle("has too many default arguments") }
    guard optional.isEmpty || parameters.allSatisfy({ $0.ellipsis == nil }) else {
      throw Obstacle("has other default arguments beside some that can't be handed on")
    }
    // Calls without labels leave out the last ones: these come first.
    for bits in 1..<max(1, 1 << optional.count) {
      let left = optional.reversed().enumerated().filter { bits & 1 << $0.offset != 0 }
      calls.append(Call(of: declaration, leavingOut: Set(left.map(\.element))))
    }
    return calls
  }

  private static func tombstone(ofVariable declaration: Declaration) -> String? {
    guard let node = declaration.syntax.as(VariableDeclSyntax.self),
      let type = node.bindings.first?.typeAnnotation?.trimmedDescription
    else { return nil }
    return Call.deprecated + Call.marks(node, of: declaration)
      + "var \(declaration.baseName)\(type) { fatalError() }"
  }
}

/// A call of a function that leaves out some arguments.
private struct Call {
  let declaration: Declaration
  let left: Set<Int>

  init(of declaration: Declaration, leavingOut left: Set<Int>) {
    (self.declaration, self.left) = (declaration, left)
  }

  private var kept: [FunctionParameterSyntax] {
    declaration.parameters.enumerated().filter { !left.contains($0.offset) }.map(\.element)
  }

  /// The scope, the name, the labels, and what overloads can differ in.
  var key: String {
    let types = kept.map { "\($0.firstName.text): \($0.type.tokenText)" }
    let (scope, node) = (declaration.scope, declaration.syntax.as(FunctionDeclSyntax.self))
    let others: [String?] = [
      declaration.isStatic ? "static" : nil, scope.constraints,
      node?.genericParameterClause?.tokenText, node?.genericWhereClause?.tokenText,
      node?.signature.returnClause?.tokenText,
      node?.signature.effectSpecifiers?.asyncSpecifier?.text,
    ]
    return "\(scope.type ?? "").\(declaration.baseName)(\(types.joined(separator: ", ")))"
      + others.map { " " + ($0 ?? "") }.joined()
  }

  static let deprecated = "@available(*, deprecated, message: \(CallForm.gone.quoted)) "

  var tombstone: String { Self.deprecated + header + " { fatalError() }" }

  var forwarding: String {
    let arguments = declaration.parameters.enumerated().map { index, parameter in
      let label = parameter.firstName.text == "_" ? "" : "\(parameter.firstName.text): "
      let name = (parameter.secondName ?? parameter.firstName).text
      let isInOut = parameter.type.firstToken(viewMode: .sourceAccurate)?.text == "inout"
      let value = parameter.defaultValue?.value.trimmedDescription ?? ""
      return label + (left.contains(index) ? value : (isInOut ? "&" : "") + name)
    }
    let isInitializer = declaration.kind == .initializer
    let target = isInitializer ? "self.init" : declaration.baseName
    let effects =
      declaration.syntax.as(FunctionDeclSyntax.self)?.signature.effectSpecifiers
      ?? declaration.syntax.as(InitializerDeclSyntax.self)?.signature.effectSpecifiers
    let call = effects.calling + "\(target)(\(arguments.joined(separator: ", ")))"
    return header + " { \(isInitializer ? "" : "return ")\(call) }"
  }

  private var header: String {
    let clause =
      "("
      + kept.map {
        $0.with(\.defaultValue, nil).with(\.trailingComma, nil)
          .trimmedDescription
      }.joined(separator: ", ") + ")"
    if let node = declaration.syntax.as(FunctionDeclSyntax.self) {
      let parts: [String?] = [
        node.genericParameterClause?.trimmedDescription, clause,
        node.signature.effectSpecifiers?.trimmedDescription,
        node.signature.returnClause?.trimmedDescription,
        node.genericWhereClause?.trimmedDescription,
      ]
      let fixity = node.modifiers.filter { ["prefix", "postfix"].contains($0.name.text) }
      return Self.marks(node, of: declaration) + fixity.map { $0.name.text + " " }.joined()
        + "func \(declaration.baseName)" + parts.compactMap(\.self).joined(separator: " ")
    }
    guard let node = declaration.syntax.as(InitializerDeclSyntax.self) else { return "" }
    let parts: [String?] = [
      node.genericParameterClause?.trimmedDescription, clause,
      node.signature.effectSpecifiers?.trimmedDescription,
      node.genericWhereClause?.trimmedDescription,
    ]
    return Self.marks(node, of: declaration) + (declaration.isDesignated ? "convenience " : "")
      + "init\(node.optionalMark?.text ?? "")" + parts.compactMap(\.self).joined(separator: " ")
  }

  static func marks(
    _ node: some WithAttributesSyntax & WithModifiersSyntax, of declaration: Declaration
  ) -> String {
    let marks = ReplacementWriter.kept(node, isPrivate: declaration.isPrivate)
    return marks.map { $0 + " " }.joined()
  }
}

extension Declaration {
  fileprivate var parameters: [FunctionParameterSyntax] {
    let signature =
      syntax.as(FunctionDeclSyntax.self)?.signature
      ?? syntax.as(InitializerDeclSyntax.self)?.signature
    return signature.map { Array($0.parameterClause.parameters) } ?? []
  }
}
