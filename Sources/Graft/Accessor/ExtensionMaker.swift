// SPDX-License-Identifier: Apache-2.0

/// Makes the links of one extension. A generic type conforms to it under the
/// extension's constraints, and whether they hold for a subject is whether it
/// conforms for that subject.
///
/// `@Extension` writes all this. By hand it is:
///
/// ```swift
/// private enum NamedGreetingMaker<Subject> {}
///
/// extension NamedGreetingMaker: ExtensionMaker where Subject: Greeter & Named {
///   static var base: any ExtensionBase.Type { GreeterExtension<Subject>.self }
///   static var constraints: [ExtensionConstraint] {
///     [.init("Subject", conformsTo: (any Named & Sendable).self)]
///   }
///   static func makeLink(_ successors: LinkSuccessors) -> ExtensionLink { NamedGreeting<Subject>(successors) }
/// }
/// ```
public protocol ExtensionMaker {
  /// The base class for the subject.
  static var base: any ExtensionBase.Type { get }
  /// All constraints on the subject but the extended protocol itself.
  static var constraints: [ExtensionConstraint] { get }
  /// What `applies(to:)` says; true without one.
  static var applies: Bool { get }
  /// A new object of the extension's class, with these successors.
  static func makeLink(_ successors: LinkSuccessors) -> ExtensionLink
}

extension ExtensionMaker {
  /// Of a default.
  public static var constraints: [ExtensionConstraint] { [] }
  /// Of an extension without `applies(to:)`.
  public static var applies: Bool { true }
}

extension GeneratedCode {
  /// Makes the links of a default that has no `applies(to:)`, so that no type has to be written
  /// for it.
  public enum MakerOf<Link: ExtensionBase>: ExtensionMaker {
    /// The superclass of the extension's class, which conforms as that does.
    public static var base: any ExtensionBase.Type {
      // The two words of an existential metatype, the other way round than `metatype(_:as:)`.
      let (_, table) = unsafeBitCast(
        Link.self as any ExtensionBase.Type, to: (UnsafeRawPointer, UnsafeRawPointer).self)
      let superclass = TypeMetadata(_getSuperclass(Link.self)!)
      return superclass.metatype(table, as: (any ExtensionBase.Type).self)
    }

    /// An object of that class.
    public static func makeLink(_ successors: LinkSuccessors) -> ExtensionLink { Link(successors) }
  }
}

/// Conforms under the first so many constraints of an extension, which tells the
/// one that does not hold.
public protocol ConstraintProbe {}

/// A constraint in a form that can be compared with another's.
public struct ExtensionConstraint {
  /// How the constrained type stands to the one that the constraint names.
  public enum Relation: Hashable, Sendable {
    /// To a protocol or, for a superclass, from a class.
    case conforms
    /// It is that type.
    case sameType
  }

  /// What is constrained: `Subject`, or a path such as `Subject.Item`.
  public let path: String
  /// How it stands to `type`.
  public let relation: Relation
  /// A class, or a protocol as an existential type.
  public let type: Any.Type

  /// A conformance or a superclass. `& Sendable` lets one spelling serve both: the
  /// type of `(any X & Sendable).self` is `X` itself if that is a class.
  public init(_ path: String, conformsTo type: Any.Type) {
    self.path = path
    self.relation = .conforms
    self.type = type
  }

  /// A requirement that two types are the same: `Subject.Item == Int`.
  public init(_ path: String, isSameTypeAs type: Any.Type) {
    self.path = path
    self.relation = .sameType
    self.type = type
  }
}
