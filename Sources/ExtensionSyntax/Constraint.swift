// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// One constraint on the subject of an extension.
public struct Constraint {
  public enum Relation {
    case conforms
    case sameType
  }

  /// `Subject`, or a path such as `Subject.Item`.
  public let path: String
  public let relation: Relation
  /// The protocol, class or type as written.
  public let type: String

  /// As it stands in a descriptor: the bare type where it is on `Subject` itself,
  /// else the whole clause.
  public var text: String {
    path == Self.subject && relation == .conforms ? type : clause
  }

  /// As it stands in a generic where clause.
  public var clause: String {
    "\(path)\(relation == .conforms ? ":" : " ==") \(type)"
  }

  /// What generated code calls the extension's generic parameter.
  public static let subject = "Subject"

  /// Protocols that exist for the compiler only.
  public static let markers: Set<String> = [
    "Sendable", "Copyable", "Escapable", "BitwiseCopyable", "SendableMetatype",
  ]
}
