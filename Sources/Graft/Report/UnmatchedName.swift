// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// A name or pattern that matches nothing so far.
public struct UnmatchedName: Equatable, Sendable {
  /// The kind of thing that the name should match.
  public enum Kind: String, Sendable, CaseIterable {
    /// An extension, in `block(_:)` or `GRAFT_BLOCK`.
    case blockedExtension
    /// A protocol, in a record or a pointcut.
    case protocolName
    /// A requirement, in a pointcut.
    case requirement
    /// A conforming type, in a pointcut or in advice for a type by its name.
    case subject
  }

  /// The kind of thing that the name should match.
  public let kind: Kind
  /// The name.
  public let name: String
  /// The class that has the name in its record.
  public let askedBy: RegisteredExtension?
  /// The most similar name, if one is near.
  public let nearest: String?

  init(
    _ kind: Kind, _ name: String, by askedBy: RegisteredExtension? = nil,
    among names: some Sequence<String>
  ) {
    self.kind = kind
    self.name = name
    self.askedBy = askedBy
    nearest = NearNames.of(name, among: names).first
  }
}

extension UnmatchedName: CustomStringConvertible {
  public var description: String {
    let place = askedBy.map { "\($0): " } ?? ""
    let missing =
      switch kind {
      case .blockedExtension: "no extension to block is called \(name)"
      case .protocolName: "no extensible protocol is called \(name)"
      case .requirement: "no requirement is called \(name)"
      case .subject: "no conforming type is called \(name)"
      }
    return place + missing + (nearest.map { ": \($0)?" } ?? "")
  }
}

extension UnmatchedName: Encodable {
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }

  var json: JSON {
    [
      "kind": .string(kind.rawValue), "name": .string(name), "askedBy": askedBy?.json ?? .null,
      "nearest": .string(nearest),
    ]
  }
}
