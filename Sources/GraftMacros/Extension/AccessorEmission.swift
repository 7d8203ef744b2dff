// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
import GraftDescriptors

/// Renders the answer of an accessor: what its extension's constraints are, and its class for a
/// subject that meets them.
///
/// The constraints on the subject alone are an existential type. Others, such as
/// `Subject.Item == Int`, decide whether a type conforms that is written for them.
struct AccessorEmission {
  private let support: String
  private let constraints: [Constraint]
  private let linkClass: String
  /// All constraints on the subject alone, as a composition.
  private let composition: String

  /// - Parameters:
  ///   - support: the type that `@Extensible` wrote beside the protocol.
  ///   - subject: the least that a subject conforms to.
  ///   - constraints: the others.
  ///   - linkClass: the class, without its argument.
  init(support: String, subject: String, _ constraints: [Constraint], linkClass: String) {
    (self.support, self.constraints, self.linkClass) = (support, constraints, linkClass)
    composition = ([subject] + constraints.filter(\.isOfSubject).map(\.type))
      .joined(separator: " & ")
  }

  private var isConditional: Bool { !constraints.allSatisfy(\.isOfSubject) }

  /// The statements that answer the parameter `request`.
  ///
  /// - Parameter condition: the name of the type for the constraints on more than the subject.
  func answer(if condition: String) -> String {
    let head = """
      Graft::ExtensionAccessor.answer(\
      request, extending: \(support)._description(), compiledShape: \(support)._shape()
      """
    let list = constraints.map { $0.isOfSubject ? $0.emission : "nil" }.list
    let given = constraints.isEmpty ? "" : ", constraints: [\(list)]"
    // An alias can hide a protocol that exists for the compiler only, which no one could check.
    let isChecked = constraints.contains(where: \.isOfSubject) && !composition.contains("~")
    let check = isChecked ? "_ = { (value: Any) in value is any (\(composition)) }; " : ""
    // Swift looks up `any P & ~Copyable` by name, and finds the `P` of an older build of the image.
    let copyable = composition.replacing(" & ~Copyable", with: "")
    let opened = "{ (subject: any (\(copyable)).Type) in open(subject) }"
    let (result, type) =
      isConditional ? ("Any.Type", condition) : ("Graft::ExtensionLink.Type", linkClass)
    return """
        \(check)func open<Subject: \(composition)>(_: Subject.Type) \
      -> \(result) { \(type)<Subject>.self }
        return unsafe \(head)\(given)\(isConditional ? ", if: \(opened))" : ") \(opened)")
      """
  }

  /// The type for the constraints on more than the subject; nil if there are none.
  ///
  /// - Parameter place: where errors in the constraints stand.
  func condition(named name: String, at place: SourcePlace?) -> String? {
    guard isConditional else { return nil }
    let others = constraints.filter { !$0.isOfSubject }
    let clause = others.map(\.clause).list
    let values = others.map(\.emission).list
    let declaration = """
      @_ConditionalExtension(where: ##"\(clause)"##, class: ##"\(linkClass)<Subject>"##, \
      constraints: ##"\(values)"##, at: ##"\(place?.start ?? "")"##) \
      nonisolated private enum \(name)<Subject: \(composition)> {}
      """
    return place.around(declaration)
  }

  /// Code by which the compiler checks that each name without types belongs to one requirement.
  ///
  /// A record can't tell members of one name apart, so no check needs to.
  func nameChecks(
    _ methods: [(name: RequirementName, form: MethodForm, place: SourcePlace?)]
  ) -> [String] {
    methods.filter { method in
      method.name == method.name.untyped && methods.count { $0.name == method.name } == 1
    }.map { method in
      let symbol = RequirementMethodName.symbol(method.name.text)
      return method.place.around("_ = \(support).\(symbol)\(method.form.members).self")
    }
  }

  /// The function that the registry calls with a request, which its statements answer.
  static func function(
    named name: String, linkage: String = "@c nonisolated private", _ statements: [String]
  ) -> String {
    """
    \(linkage) func \(name)(
      _ request: Swift::UnsafePointer<CGraft::graft_request>
    ) -> Swift::UnsafeMutableRawPointer? {
      CGraft::graft_anchor()
    \(statements.lines)
    }
    """
  }
}

extension Constraint {
  /// The constraint as a value, which the registry compares with others.
  fileprivate var emission: String {
    switch relation {
    case .conforms:
      "Graft::ExtensionConstraint(\"\(path)\", conformsTo: (any \(type) & Swift::Sendable).self)"
    case .sameType:
      "Graft::ExtensionConstraint(\"\(path)\", isSameTypeAs: (\(type)).self)"
    }
  }
}
