// SPDX-License-Identifier: Apache-2.0

/// A name or pattern that something asked for, and that nothing has so far.
public struct UnmatchedName: Equatable, Sendable {
  /// What was to have the name.
  public enum Kind: String, Sendable, CaseIterable {
    /// An extension, for `block(_:)` or `GRAFT_BLOCK`.
    case blockedExtension
    /// A protocol, of a record or of a pointcut.
    case protocolName
    /// A requirement of the protocols that a pointcut chooses.
    case requirement
    /// A conforming type, of a pointcut or of advice for a type by its name.
    case subject
  }

  /// What was to have it.
  public let kind: Kind
  /// As it was asked for.
  public let name: String
  /// The class that asks, if it lies in a section.
  public let askedBy: RegisteredExtension?
  /// The name that may have been meant; nil if none is near.
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

/// What a name that is none may have been meant to be.
enum NearNames {
  /// The nearest first, of those that are near at all: what differs in qualifiers, labels
  /// or case, or in a few characters.
  static func of(_ name: String, among names: some Sequence<String>) -> [String] {
    let wanted = key(of: name)
    return Set(names).compactMap { other -> (name: String, distance: Int)? in
      let key = key(of: other)
      let distance = key == wanted ? 0 : distance(wanted, key)
      let limit = wanted.count < 4 ? 1 : max(2, wanted.count / 3)
      return distance <= limit ? (other, distance) : nil
    }.inOrder { ($0.distance, $0.name) < ($1.distance, $1.name) }.map(\.name)
  }

  /// `run` of `run(_:)`, `size` of `get size`.
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
