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
    func list(_ texts: [String]) -> String {
      texts.isEmpty ? "none" : texts.joined(separator: ", ")
    }
    note("where", list(old.conditions), list(new.conditions))
    note("implements", list(old.requirements.map(\.text)), list(new.requirements.map(\.text)))
    note("priority", String(old.priority), String(new.priority))
    note("applies(to:)", old.hasPredicate ? "yes" : "no", new.hasPredicate ? "yes" : "no")
    note("file", String(old.sourceFile), String(new.sourceFile))
    return changes
  }

  /// The differences, ordered by protocol and extension.
  ///
  /// It ignores a record's location, the number of files that have it, and the source
  /// line.
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
    func groups(_ descriptors: [ExtensionDescriptor]) -> [Identity: Set<ExtensionDescriptor>] {
      Dictionary(grouping: descriptors.map(\.withoutLine)) {
        Identity(protocolName: $0.protocolName, name: $0.extensionName, kind: $0.kind.rawValue)
      }.mapValues { Set($0) }
    }
    let (before, after) = (groups(old), groups(new))
    return Set(before.keys).union(after.keys).sorted().flatMap { identity in
      pairs(before[identity] ?? [], after[identity] ?? [])
    }
  }

  private static func pairs(
    _ old: Set<ExtensionDescriptor>, _ new: Set<ExtensionDescriptor>
  ) -> [Difference] {
    func ordered(_ set: Set<ExtensionDescriptor>) -> [ExtensionDescriptor] {
      set.sorted { ($0.label, $0.source) < ($1.label, $1.source) }
    }
    let (gone, came) = (ordered(old.subtracting(new)), ordered(new.subtracting(old)))
    let changed = zip(gone, came).map { Difference(kind: .changed, old: $0, new: $1) }
    return changed
      + gone.dropFirst(changed.count).map { Difference(kind: .removed, old: $0, new: nil) }
      + came.dropFirst(changed.count).map { Difference(kind: .added, old: nil, new: $0) }
  }
}

extension ExtensionDescriptor {
  fileprivate var sourceFile: Substring {
    source.lastIndex(of: ":").map { source[..<$0] } ?? source[...]
  }

  fileprivate var withoutLine: ExtensionDescriptor {
    var copy = self
    copy.source = String(sourceFile)
    return copy
  }
}
