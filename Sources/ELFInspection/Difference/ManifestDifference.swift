// SPDX-License-Identifier: Apache-2.0

public import GraftDescriptors

/// A plug-in's manifest that differs between two files or releases.
public struct ManifestDifference: Equatable, Sendable {
  /// The kind, which decides whether there is an old and a new manifest.
  public var kind: Difference.Kind
  /// The old manifest; nil if it was added.
  public var old: PluginManifest?
  /// The new manifest; nil if it was removed.
  public var new: PluginManifest?

  /// The plug-in's name and, unless it was changed, its version.
  public var label: String {
    guard let one = new ?? old else { return "" }
    return kind == .changed ? one.name : one.description
  }

  /// The changes in words, each with its old and new value; empty unless it was
  /// changed.
  public var changes: [String] {
    guard let old, let new else { return [] }
    let facts = [
      ("version", old.version.text, new.version.text), ("needs", old.needsText, new.needsText),
    ]
    return facts.compactMap { what, old, new in old == new ? nil : "\(what): \(old) → \(new)" }
  }

  /// The differences, ordered by name.
  ///
  /// The order of needs and the source location are ignored.
  public static func between(
    _ old: [PluginManifest], _ new: [PluginManifest]
  ) -> [ManifestDifference] {
    let before = Dictionary(grouping: old, by: \.name)
    let after = Dictionary(grouping: new, by: \.name)
    return Set(before.keys).union(after.keys).sorted().flatMap { name in
      pairs(before[name] ?? [], after[name] ?? [])
    }
  }

  private static func pairs(
    _ old: [PluginManifest], _ new: [PluginManifest]
  ) -> [ManifestDifference] {
    func rest(_ all: [PluginManifest], without others: [PluginManifest]) -> [PluginManifest] {
      let known = Set(others.map(\.essence))
      let found = Dictionary(all.map { ($0.essence, $0) }, uniquingKeysWith: { first, _ in first })
      return found.filter { !known.contains($0.key) }.sorted { $0.key < $1.key }.map(\.value)
    }
    let (gone, came) = (rest(old, without: new), rest(new, without: old))
    let changed = zip(gone, came).map { ManifestDifference(kind: .changed, old: $0, new: $1) }
    return changed
      + gone.dropFirst(changed.count).map { ManifestDifference(kind: .removed, old: $0, new: nil) }
      + came.dropFirst(changed.count).map { ManifestDifference(kind: .added, old: nil, new: $0) }
  }
}

extension PluginManifest {
  fileprivate var needsText: String {
    needs.isEmpty ? "none" : needs.map(\.description).sorted().joined(separator: ", ")
  }

  /// The parts that make a difference.
  fileprivate var essence: String { "\(version.text) \(needsText)" }
}

extension ManifestDifference: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var members = try encoder.members(of: "manifestDifference")
    try members.encode(kind.rawValue, forKey: .change)
    try members.encode((new ?? old)?.name, forKey: .name)
    try members.encode(changes, forKey: .changes)
  }
}
