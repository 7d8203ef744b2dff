// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// How a requirement's method in a class `PExtension` takes its subject.
///
/// The value is the type of its first parameter.
public enum SubjectForm: String, Sendable {
  case value = "Subject"
  case inOut = "inout Subject"
  case type = "Subject.Type"
  case isolated = "isolated Subject"
  case borrowing = "borrowing Subject"
  case consuming = "consuming Subject"

  init(_ type: TypeSyntax) {
    let forms: [(specifier: Keyword, form: SubjectForm)] = [
      (.inout, .inOut), (.isolated, .isolated), (.borrowing, .borrowing), (.consuming, .consuming),
    ]
    self =
      forms.first { type.has($0.specifier) }?.form
      ?? (type.is(MetatypeTypeSyntax.self) ? .type : .value)
  }

  /// The name of the generated code's type for it.
  fileprivate var name: String {
    switch self {
    case .value: "TakesValue"
    case .inOut: "TakesInOut"
    case .type: "TakesType"
    case .isolated: "TakesIsolated"
    case .borrowing: "TakesBorrowing"
    case .consuming: "TakesConsuming"
    }
  }
}

/// The properties of a requirement's method that its name does not have: the form of
/// its subject, and whether it is `async`.
///
/// `@Extensible` writes the form as a type. `@Extension` and `@Default` refer to that
/// type's members, so that the compiler reports another form where it is written.
public struct MethodForm: Sendable {
  private let subject: SubjectForm
  private let isAsync: Bool

  public init(_ subject: SubjectForm, isAsync: Bool) {
    (self.subject, self.isAsync) = (subject, isAsync)
  }

  /// The form of a method in an extension's class.
  init(_ method: FunctionDeclSyntax) {
    subject =
      method.signature.parameterClause.parameters.first.map { SubjectForm($0.type) } ?? .value
    isAsync = method.signature.effectSpecifiers?.asyncSpecifier != nil
  }

  private var effect: String { isAsync ? "IsAsync" : "IsSync" }

  /// The type of a requirement of this form.
  ///
  /// - Parameter rest: what is left where the forms are the same.
  public func type(_ rest: String) -> String {
    "Graft::GeneratedCode.\(subject.name)<Graft::GeneratedCode.\(effect)<\(rest)>>"
  }

  /// The members of such a type, as a suffix: `.takesInOut.isSync`.
  public var members: String {
    [subject.name, effect].map { "." + $0.prefix(1).lowercased() + $0.dropFirst() }.joined()
  }
}
