// SPDX-License-Identifier: Apache-2.0

import GraftDescriptors

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
  /// The reasons why the extension can't run with the protocol of the process; empty if it can.
  let differences: [String]
  /// The number of requirements that the extension was compiled with: the first ones.
  let compiledCount: Int

  init(
    _ extended: GeneratedCode.ExtensibleProtocol, compiled: GeneratedCode.CompiledShape,
    _ subjects: SubjectConstraints, _ constraints: [ExtensionConstraint?]
  ) {
    (self.extended, self.compiled) = (extended, compiled)
    (self.subjects, self.constraints) = (subjects, constraints)
    isConditional = constraints.contains { $0 == nil } || !subjects.type.isPlain
    differences = compiled.differences(to: extended.compiled)
    compiledCount =
      compiled.hash == extended.shape
      ? extended.requirements.count
      : CompiledProtocol(text: "\(compiled.text)")?.requirements.count ?? 0
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
