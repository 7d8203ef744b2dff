// SPDX-License-Identifier: Apache-2.0

public import GraftDescriptors

/// A difference between the descriptors of two files or releases.
public struct Difference: Hashable, Sendable {
  /// The kind of a difference.
  public enum Kind: String, Hashable, Sendable {
    case added
    case removed
    case changed
  }

  /// The kind, which decides whether there is an old and a new descriptor.
  public var kind: Kind
  /// The old descriptor; nil if it was added.
  public var old: ExtensionDescriptor?
  /// The new descriptor; nil if it was removed.
  public var new: ExtensionDescriptor?

  /// The changes in words, each with its old and new value; empty unless it was
  /// changed.
  public var changes: [String] {
    guard let old, let new else { return [] }
    var changes: [String] = []
    func note(_ what: String, _ old: String, _ new: String) {
      if old != new { changes.append("\(what): \(old) → \(new)") }
    }
    func note(_ what: String, _ old: [String], _ new: [String]) {
      func list(_ texts: [String]) -> String {
        texts.isEmpty ? "none" : texts.joined(separator: ", ")
      }
      if old.sorted() != new.sorted() { note(what, list(old), list(new)) }
    }
    note("where", old.conditions, new.conditions)
    note("implements", old.requirements.map(\.text), new.requirements.map(\.text))
    note("priority", String(old.priority), String(new.priority))
    note("applies(to:)", old.hasPredicate ? "yes" : "no", new.hasPredicate ? "yes" : "no")
    note("file", String(old.sourceFile), String(new.sourceFile))
    return changes
  }

  /// The differences, ordered by protocol and extension.
  ///
  /// It ignores a record's location, the number of files that have it, the source line, and the
  /// order of constraints and of methods.
  public static func between(
    _ old: [ExtensionDescriptor], _ new: [ExtensionDescriptor]
  ) -> [Difference] {
    struct Identity: Hashable, Comparable {
      let protocolName: String
      let name: String
      let kind: UInt8

      static func < (one: Identity, other: Identity) -> Bool {
        (one.protocolName, one.name, one.kind) < (other.protocolName, other.name, other.kind)
      }
    }
    /// The descriptors by what makes a difference.
    func groups(
      _ descriptors: [ExtensionDescriptor]
    ) -> [Identity: [ExtensionDescriptor: ExtensionDescriptor]] {
      Dictionary(grouping: descriptors) {
        Identity(protocolName: $0.protocolName, name: $0.extensionName, kind: $0.kind.rawValue)
      }.mapValues { Dictionary($0.map { ($0.essence, $0) }) { first, _ in first } }
    }
    let (before, after) = (groups(old), groups(new))
    return Set(before.keys).union(after.keys).sorted().flatMap { identity in
      pairs(before[identity] ?? [:], after[identity] ?? [:])
    }
  }

  private static func pairs(
    _ old: [ExtensionDescriptor: ExtensionDescriptor],
    _ new: [ExtensionDescriptor: ExtensionDescriptor]
  ) -> [Difference] {
    func ordered(
      _ found: [ExtensionDescriptor: ExtensionDescriptor],
      without others: [ExtensionDescriptor: ExtensionDescriptor]
    ) -> [ExtensionDescriptor] {
      found.filter { others[$0.key] == nil }.map(\.value).sorted {
        ($0.label, $0.source) < ($1.label, $1.source)
      }
    }
    let (gone, came) = (ordered(old, without: new), ordered(new, without: old))
    let changed = zip(gone, came).map { Difference(kind: .changed, old: $0, new: $1) }
    return changed
      + gone.dropFirst(changed.count).map { Difference(kind: .removed, old: $0, new: nil) }
      + came.dropFirst(changed.count).map { Difference(kind: .added, old: nil, new: $0) }
  }
}

extension Difference: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var members = try encoder.members(of: "difference")
    try members.encode(kind.rawValue, forKey: .change)
    try members.encode((new ?? old)?.protocolName, forKey: .protocol)
    try members.encode((new ?? old)?.extensionName, forKey: .extension)
    try members.encode(changes, forKey: .changes)
    try members.encode(old, forKey: .old)
    try members.encode(new, forKey: .new)
  }
}

extension ExtensionDescriptor {
  fileprivate var sourceFile: Substring {
    source.lastIndex(of: ":").map { source[..<$0] } ?? source[...]
  }

  /// The descriptor without what makes no difference.
  fileprivate var essence: ExtensionDescriptor {
    var copy = self
    copy.source = String(sourceFile)
    copy.constraints.sort()
    copy.requirements.sort { $0.text < $1.text }
    return copy
  }
}
