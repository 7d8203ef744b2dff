// SPDX-License-Identifier: Apache-2.0

/// A structure, enumeration or class of a library, as far as the layout of its values depends on it.
public struct DeclaredType: Hashable, Sendable, Codable {
  /// The kind of a type, as it is declared.
  public enum Kind: String, Hashable, Sendable, Codable {
    case structure = "struct"
    case enumeration = "enum"
    case `class`

    fileprivate var member: String { self == .enumeration ? "case" : "stored property" }
    fileprivate var members: String { self == .enumeration ? "cases" : "stored properties" }
  }

  /// A stored property, or a case.
  public struct Member: Hashable, Sendable, Codable {
    /// The name.
    public var name: String
    /// The type with its module; mangled for functions, tuples and the like; nil for a case without
    /// values.
    public var type: String?
  }

  /// The name with the module and the types around it.
  public var name: String
  /// The kind.
  public var kind: Kind
  /// The stored properties in the order of declaration, or the cases, those with values first; none
  /// of a class, whose values are references.
  public var members: [Member]

  /// The name without the module.
  var nameInModule: String { String(name.drop { $0 != "." }.dropFirst()) }

  /// A change of its members.
  struct Change {
    let text: String
    /// Whether code that was compiled before finds all that it knows.
    let isAddition: Bool
  }

  /// - Parameter now: the type in the new library; nil if that declares none of this name.
  func changes(to now: DeclaredType?) -> [Change] {
    func change(_ text: String, isAddition: Bool = false) -> Change {
      Change(text: "\(kind.rawValue) \(nameInModule) \(text)", isAddition: isAddition)
    }
    guard let now else { return [change("is gone, an alias, or without reflection metadata")] }
    guard kind == now.kind else {
      return [change("is a type of another kind now: \(now.kind.rawValue)")]
    }
    let before = Dictionary(members.map { ($0.name, $0) }) { first, _ in first }
    let after = Set(now.members.map(\.name))
    var found: [Change] = []
    for member in now.members {
      switch before[member.name] {
      case nil: found.append(change("has a new \(kind.member): \(member.name)", isAddition: true))
      case member: break
      default: found.append(change("has a \(kind.member) of another type: \(member.name)"))
      }
    }
    found += members.filter { !after.contains($0.name) }
      .map { change("lost a \(kind.member): \($0.name)") }
    let kept = members.map(\.name).filter(after.contains)
    if kept != now.members.map(\.name).filter({ before[$0] != nil }) {
      found.append(change("has its \(kind.members) in another order", isAddition: true))
    }
    return found
  }
}
