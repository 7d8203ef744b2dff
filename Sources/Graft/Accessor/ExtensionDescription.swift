// SPDX-License-Identifier: Apache-2.0

/// An accessor's description of its extension, which needs no subject.
@usableFromInline
final class ExtensionDescription: Sendable {
  let extended: GeneratedCode.ExtensibleProtocol
  /// The protocol as the extension was compiled against it.
  let compiled: GeneratedCode.CompiledShape
  /// The subjects that the extension applies to, if nothing else is constrained.
  let subjects: SubjectConstraints
  /// The constraints in the order of the record's texts, nil for those that depend on more than
  /// the subject.
  let constraints: [ExtensionConstraint?]
  /// Whether only the accessor can tell whether all constraints hold.
  let isConditional: Bool
  let isOfShape: Bool

  init(
    _ extended: GeneratedCode.ExtensibleProtocol, compiled: GeneratedCode.CompiledShape,
    _ subjects: SubjectConstraints, _ constraints: [ExtensionConstraint?]
  ) {
    (self.extended, self.compiled) = (extended, compiled)
    (self.subjects, self.constraints) = (subjects, constraints)
    isConditional = constraints.contains { $0 == nil } || !subjects.isKnown
    isOfShape = extended.shape == compiled.hash
  }

  /// The changes of the protocol since the extension was compiled.
  var differences: [String] {
    guard let then = CompiledProtocol(text: "\(compiled.text)"),
      let now = CompiledProtocol(text: "\(extended.compiled.text)")
    else { return [] }
    return then.differences(to: now)
  }
}

/// A type that conforms where the constraints of an extension hold that depend on more than the
/// subject itself, such as `Subject.Item == Int`.
///
/// `@Extension` writes this:
///
/// ```swift
/// private enum CountingCondition<Subject: Shelf & Named> {}
///
/// extension CountingCondition: ConditionalExtension where Subject.Item == Int {
///   static var linkClass: ExtensionLink.Type { Counting<Subject>.self }
///   static var constraints: [ExtensionConstraint] {
///     [.init("Subject.Item", isSameTypeAs: Int.self)]
///   }
/// }
/// ```
public protocol ConditionalExtension {
  /// The extension's class for the subject.
  static var linkClass: ExtensionLink.Type { get }
  /// The constraints that depend on more than the subject, in the order of the record's texts.
  static var constraints: [ExtensionConstraint] { get }
}

/// A constraint that can be compared with others.
public struct ExtensionConstraint: @unchecked Sendable {
  /// The kind of a constraint.
  public enum Relation: Hashable, Sendable {
    /// Conforms to a protocol, or inherits from a class.
    case conforms
    /// Is the same type.
    case sameType
  }

  /// The constrained type: `Subject`, or a path such as `Subject.Item`.
  public let path: String
  /// The kind of the constraint.
  public let relation: Relation
  /// A class, or a protocol as an existential type.
  public let type: Any.Type

  /// Creates a constraint to a protocol or superclass.
  ///
  /// `& Sendable` fits both: the type of `(any X & Sendable).self` is `X` itself if
  /// that is a class.
  public init(_ path: String, conformsTo type: Any.Type) {
    self.path = path
    self.relation = .conforms
    self.type = type
  }

  /// Creates a same-type constraint: `Subject.Item == Int`.
  public init(_ path: String, isSameTypeAs type: Any.Type) {
    self.path = path
    self.relation = .sameType
    self.type = type
  }
}

/// Carries the constraints of an extension through a C pointer.
final class ConstraintList {
  let constraints: [ExtensionConstraint]

  init(_ constraints: [ExtensionConstraint]) {
    self.constraints = constraints
  }
}
