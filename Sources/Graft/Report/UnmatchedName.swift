// SPDX-License-Identifier: Apache-2.0

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

/// Names similar to an unmatched one.
enum NearNames {
  /// Names that differ in qualifiers, labels, case or a few characters, the nearest first.
  static func of(_ name: String, among names: some Sequence<String>) -> [String] {
    let wanted = key(of: name)
    return Set(names).compactMap { other -> (name: String, distance: Int)? in
      let key = key(of: other)
      let distance = key == wanted ? 0 : distance(wanted, key)
      let limit = wanted.count < 4 ? 1 : max(2, wanted.count / 3)
      return distance <= limit ? (other, distance) : nil
    }.inOrder { ($0.distance, $0.name) < ($1.distance, $1.name) }.map(\.name)
  }

  /// The base name: `run` of `run(_:)`, `size` of `get size`.
  static func base(of name: String) -> Substring {
    let unlabelled = name.prefix { $0 != "(" }
    return unlabelled.split(separator: " ").last ?? unlabelled
  }

  private static func key(of name: String) -> [Character] {
    let base = base(of: name)
    return Array((base.split(separator: ".").last ?? base).lowercased())
  }

  /// The number of characters to insert, delete or replace.
  private static func distance(_ one: [Character], _ two: [Character]) -> Int {
    var row = Array(0...two.count)
    for (index, character) in one.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for (column, other) in two.enumerated() {
        let replaced = diagonal + (character == other ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(replaced, diagonal + 1, row[column] + 1)
      }
    }
    return row[two.count]
  }
}
