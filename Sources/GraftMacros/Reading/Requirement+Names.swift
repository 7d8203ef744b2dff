// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
import GraftDescriptors

extension Requirement {
  /// The form of its method in the class.
  var form: MethodForm { MethodForm(subject, isAsync: effects.isAsync) }

  /// The declared name, with backticks if it needs them.
  var writtenName: String { escaped(declaredName) }

  /// The name in an extension's record: the class's method, without the subject.
  ///
  /// A macro on the extension does not see whether that stands for a property.
  func recordName(typed: Bool) -> String {
    let list =
      (newValue.map { [("_", $0.inClass)] } ?? [])
      + parameters.map { ($0.label, $0.typeNameInClass) }
    return RequirementMethodName(
      takesType: subject == .type, methodName: methodName, parameters: list
    ).name(typed: typed).text
  }

  var untypedRecordName: String { recordName(typed: false) }

  var untypedName: String {
    isProperty ? prefix + declaredName : prefix + declaredName + "(" + labels + ")"
  }

  /// The name with its parameters' types, for overloads.
  var typedName: String {
    let list = parameters.map { "\($0.label): \($0.typeName)" }.list
    return isProperty ? untypedName : "\(prefix)\(declaredName)(\(list))"
  }

  private var labels: String { parameters.map { $0.label + ":" }.joined() }

  /// The method's name and labels, which two requirements share only if their types
  /// differ.
  var methodSignature: String {
    let types =
      parameters.map { "\($0.label): \($0.typeName)" }
      + (newValue.map { ["_: \($0.inProtocol)"] } ?? [])
    return "\(methodName)(\(subject == .type ? "type" : "value"), \(types.list))"
  }

  /// The method's identity, which no two methods of the class share.
  var methodIdentity: String {
    let types =
      [subject.rawValue] + (newValue.map { [$0.inClass] } ?? [])
      + parameters.map { "\($0.label): \($0.typeNameInClass)" }
    return methodName + generics.inClass + "(" + types.list + ")"
      + (effects.isAsync ? " async" : "") + " -> " + (result?.inClass ?? "Void")
      + whereClause.inClass
  }

  /// The name of its case in the enumeration `Requirement`: the shortest that is unique.
  ///
  /// - Parameter grows: whether the protocol grows; then it is the shortest that no earlier
  ///   requirement has, so that those that come later change no name.
  func caseName(among others: [Requirement], grows: Bool) -> String {
    let name =
      grows
      ? Self.namesInOrder(of: others.filter { $0.number <= number })[number]
      : Self.candidates.first { index in
        let own = candidate(index)
        return others.count { $0.candidate(index) == own } == 1
      }.map(candidate) ?? lastCandidate
    return Self.namesOfEnumerations.contains(name) ? name + "_" : escaped(name)
  }

  private static func namesInOrder(of requirements: [Requirement]) -> [String] {
    var names: [String] = []
    for requirement in requirements {
      let free = candidates.lazy.map(requirement.candidate).first { !names.contains($0) }
      names.append(free ?? requirement.lastCandidate)
    }
    return names
  }

  private static let candidates = 0..<6

  /// A name that its case can have, shorter ones first.
  ///
  /// The last three distinguish requirements that differ only in `async`.
  private func candidate(_ index: Int) -> String {
    let name =
      switch index % 3 {
      case 0: methodName
      case 1: identifier(parameters.map(\.label))
      default: identifier(parameters.map { $0.label + "_" + $0.typeName })
      }
    return index < 3 ? name : name + asyncSuffix
  }

  private var lastCandidate: String { "\(candidate(2))_\(number)" }

  private var asyncSuffix: String { effects.isAsync ? "_async" : "" }

  /// Names that no case of an enumeration can have, and names of the generated code beside it.
  private static let namesOfEnumerations = GeneratedNames.types.union([
    "allCases", "init", "self", "Self", "Type", "Protocol",
    "_AnyType", "_description", "_layouts", "_linkType", "_none", "_scope", "_shape", "_stored",
  ])

  private func identifier(_ parts: [String]) -> String {
    let isOfType = subject == .type && kind != .initialiser
    let text = ([(isOfType ? "static_" : "") + methodName] + parts).joined(separator: "_")
    return String(
      text.filter { $0 != "`" }.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
  }

  /// The name, with backticks if it needs them.
  func escaped(_ name: String) -> String {
    name.isVariableName ? name : "`\(name)`"
  }
}
