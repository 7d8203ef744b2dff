// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// A protocol that differs between two files or releases.
public struct ProtocolDifference: Equatable, Sendable {
  /// The protocol's name with its module.
  public var name: String
  /// The kind of the difference.
  public var kind: Difference.Kind
  /// The changes in words; empty if the protocol was added or removed.
  public var changes: [String]

  /// Whether `load` refuses plug-ins compiled against the old protocol.
  public var refusesExtensions: Bool
  /// Whether plug-ins compiled against the old protocol have to be built again.
  public var breaksExtensions: Bool

  /// The differences, ordered by name.
  ///
  /// The source line is ignored.
  public static func between(
    _ old: [LocatedProtocol], _ new: [LocatedProtocol]
  ) -> [ProtocolDifference] {
    let before = Dictionary(old.map { ($0.name, $0) }) { first, _ in first }
    let after = Dictionary(new.map { ($0.name, $0) }) { first, _ in first }
    return Set(before.keys).union(after.keys).sorted().compactMap { name in
      guard let old = before[name], let new = after[name] else {
        let isGone = before[name] != nil
        return ProtocolDifference(
          name: name, kind: isGone ? .removed : .added, changes: [], refusesExtensions: isGone,
          breaksExtensions: isGone)
      }
      let (requirements, isRefused) = requirementChanges(from: old, to: new)
      let types = typeChanges(from: old, to: new)
      guard !requirements.isEmpty || !types.isEmpty else { return nil }
      let isBroken = types.contains { old.hasEvolution != true || !$0.isAddition }
      return ProtocolDifference(
        name: name, kind: .changed, changes: requirements + types.map(\.text),
        refusesExtensions: isRefused, breaksExtensions: isRefused || isBroken)
    }
  }

  /// The changes of the types that requirements name.
  private static func typeChanges(
    from old: LocatedProtocol, to new: LocatedProtocol
  ) -> [DeclaredType.Change] {
    guard let before = old.types, let after = new.types else { return [] }
    // Types that no requirement names any more are not read.
    let named = new.record.namedTypes
    let changes = before.filter { named.contains($0.nameInModule) }.flatMap { type in
      type.changes(to: after.first { $0.name == type.name })
    }
    guard old.hasEvolution == true else { return changes }
    let note = "; unless it is @frozen, that breaks nobody"
    return changes.map { change in
      change.isAddition ? .init(text: change.text + note, isAddition: true) : change
    }
  }

  private static func requirementChanges(
    from old: LocatedProtocol, to new: LocatedProtocol
  ) -> (changes: [String], isRefused: Bool) {
    let (before, after) = (CompiledProtocol(old.record), CompiledProtocol(new.record))
    if before.foundation != nil, let had = old.hasEvolution, let has = new.hasEvolution, had != has
    {
      let text = "the library is built \(has ? "with" : "without") -enable-library-evolution now"
      return ([text], true)
    }
    if before.shape == after.shape { return ([], false) }
    guard before.foundation != nil, after.foundation != nil else {
      return (changes(from: old.record, to: new.record), true)
    }
    guard before.isStart(of: after) else { return (before.differences(to: after), true) }
    let added = after.requirements.dropFirst(before.requirements.count).map {
      "requirement \($0.name) is new"
    }
    let option = "-enable-library-evolution"
    switch old.hasEvolution {
    case true?: return (added.map { "grows: \($0)" }, false)
    case false?: return (added + ["the old library was built without \(option)"], true)
    case nil:
      return (added + ["no symbol tells whether the old library was built with \(option)"], true)
    }
  }

  private static func changes(from old: ProtocolRecord, to new: ProtocolRecord) -> [String] {
    var changes: [String] = []
    let (before, after) = (old.requirements, new.requirements)
    for requirement in before where !after.contains(where: { $0.name == requirement.name }) {
      changes.append("requirement \(requirement.name) is gone")
    }
    for requirement in after {
      guard let known = before.first(where: { $0.name == requirement.name }) else {
        changes.append("requirement \(requirement.name) is new")
        continue
      }
      if known.hash != requirement.hash {
        changes.append("requirement \(requirement.name): \(known.text) → \(requirement.text)")
      }
    }
    if changes.isEmpty, before.map(\.name) != after.map(\.name) {
      changes.append("the order of its requirements")
    }
    return changes.isEmpty
      ? ["what it inherits, an associated type, or what is required of types alone"] : changes
  }
}

extension ProtocolDifference: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var members = try encoder.members(of: "protocolDifference")
    try members.encode(kind.rawValue, forKey: .change)
    try members.encode(name, forKey: .protocol)
    try members.encode(changes, forKey: .changes)
    try members.encode(breaksExtensions, forKey: .breaksExtensions)
  }
}
