// SPDX-License-Identifier: Apache-2.0

/// A constraint on the subject of an extension.
public struct Constraint {
  public enum Relation {
    case conforms
    case sameType
  }

  /// The constrained type: `Subject`, or a path such as `Subject.Item`.
  public let path: String
  public let relation: Relation
  /// The protocol, class or type as written.
  public let type: String

  /// Whether it is on the subject alone: an existential type can express it.
  ///
  /// Swift looks up `any P<Int>` by name, and finds the `P` of an older build of the image.
  public var isOfSubject: Bool {
    path == Self.subject && relation == .conforms && !type.contains("<")
  }

  /// The text in a descriptor: the bare type if `Subject` itself is
  /// constrained, else the whole clause.
  public var text: String {
    path == Self.subject && relation == .conforms ? type : clause
  }

  /// The text in a generic where clause.
  public var clause: String {
    "\(path)\(relation == .conforms ? ":" : " ==") \(type)"
  }

  /// The name of the extension's generic parameter in generated code.
  public static let subject = "Subject"

  /// Protocols that exist for the compiler only.
  public static let markers: Set<String> = [
    "Sendable", "Copyable", "Escapable", "BitwiseCopyable", "SendableMetatype",
  ]
}
