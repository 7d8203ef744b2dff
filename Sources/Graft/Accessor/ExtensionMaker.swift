// SPDX-License-Identifier: Apache-2.0

/// Makes the links of one extension.
///
/// A generic type conforms to it under the extension's constraints, so it conforms
/// for the subjects that meet them.
///
/// `@Extension` writes this:
///
/// ```swift
/// private enum NamedGreetingMaker<Subject> {}
///
/// extension NamedGreetingMaker: ExtensionMaker where Subject: Greeter & Named {
///   static var base: any ExtensionBase.Type { GreeterExtension<Subject>.self }
///   static var constraints: [ExtensionConstraint] {
///     [.init("Subject", conformsTo: (any Named & Sendable).self)]
///   }
///   static func makeLink(_ successors: LinkSuccessors) -> ExtensionLink {
///     NamedGreeting<Subject>(successors)
///   }
/// }
/// ```
public protocol ExtensionMaker {
  /// The base class for the subject.
  static var base: any ExtensionBase.Type { get }
  /// All constraints on the subject but the extended protocol itself.
  static var constraints: [ExtensionConstraint] { get }
  /// The result of `applies(to:)`; true without one.
  static var applies: Bool { get }
  /// A new object of the extension's class, with these successors.
  static func makeLink(_ successors: LinkSuccessors) -> ExtensionLink
}

extension ExtensionMaker {
  /// No constraints, for an extension of all subjects.
  public static var constraints: [ExtensionConstraint] { [] }
  /// True, for an extension without `applies(to:)`.
  public static var applies: Bool { true }
}

extension GeneratedCode {
  /// Makes the links of an extension without constraints and `applies(to:)`, which
  /// needs no type of its own.
  public enum MakerOf<Link: ExtensionBase>: ExtensionMaker {
    /// The superclass of the extension's class, which conforms by the same table.
    public static var base: any ExtensionBase.Type {
      // An existential metatype consists of two words; `metatype(_:as:)` does the
      // reverse.
      let (_, table) = unsafeBitCast(
        Link.self as any ExtensionBase.Type, to: (UnsafeRawPointer, UnsafeRawPointer).self)
      let superclass = TypeMetadata(_getSuperclass(Link.self)!)
      return superclass.metatype(table, as: (any ExtensionBase.Type).self)
    }

    /// A new object of the extension's class.
    public static func makeLink(_ successors: LinkSuccessors) -> ExtensionLink { Link(successors) }
  }
}

/// Conforms under the first constraints of an extension, to tell which one fails.
public protocol ConstraintProbe {}

/// A constraint that can be compared with others.
public struct ExtensionConstraint {
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
