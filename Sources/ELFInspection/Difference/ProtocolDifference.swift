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
  public var breaksExtensions: Bool

  /// The differences, ordered by name.
  ///
  /// The source line is ignored.
  public static func between(
    _ old: [LocatedProtocol], _ new: [LocatedProtocol]
  ) -> [ProtocolDifference] {
    let before = Dictionary(
      old.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let after = Dictionary(
      new.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    return Set(before.keys).union(after.keys).sorted().compactMap { name in
      switch (before[name], after[name]) {
      case (let old?, let new?):
        return old.record.shape == new.record.shape ? nil : changed(from: old, to: new)
      case (_?, nil):
        return ProtocolDifference(
          name: name, kind: .removed, changes: [], breaksExtensions: true)
      case (nil, _?):
        return ProtocolDifference(name: name, kind: .added, changes: [], breaksExtensions: false)
      case (nil, nil): return nil
      }
    }
  }

  private static func changed(
    from old: LocatedProtocol, to new: LocatedProtocol
  ) -> ProtocolDifference {
    func difference(_ changes: [String], breaks: Bool = true) -> ProtocolDifference {
      ProtocolDifference(
        name: old.name, kind: .changed, changes: changes, breaksExtensions: breaks)
    }
    let (before, after) = (CompiledProtocol(old.record), CompiledProtocol(new.record))
    guard before.foundation != nil, after.foundation != nil else {
      return difference(changes(from: old.record, to: new.record))
    }
    guard before.isStart(of: after) else { return difference(before.differences(to: after)) }
    let added = after.requirements.dropFirst(before.requirements.count).map {
      "requirement \($0.name) is new"
    }
    let option = "-enable-library-evolution"
    switch old.hasEvolution {
    case true?: return difference(added.map { "grows: \($0)" }, breaks: false)
    case false?: return difference(added + ["the old library was built without \(option)"])
    case nil:
      return difference(
        added + ["no symbol tells whether the old library was built with \(option)"])
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
    var members = encoder.container(keyedBy: ReportKey.self)
    try members.encode("protocolDifference", forKey: .type)
    try members.encode(kind.rawValue, forKey: .change)
    try members.encode(name, forKey: .protocol)
    try members.encode(changes, forKey: .changes)
    try members.encode(breaksExtensions, forKey: .breaksExtensions)
  }
}
