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
  public var breaksExtensions: Bool { kind != .added }

  /// The differences, ordered by name.
  ///
  /// The source line is ignored.
  public static func between(
    _ old: [LocatedProtocol], _ new: [LocatedProtocol]
  ) -> [ProtocolDifference] {
    let before = Dictionary(
      old.map { ($0.name, $0.record) }, uniquingKeysWith: { first, _ in first })
    let after = Dictionary(
      new.map { ($0.name, $0.record) }, uniquingKeysWith: { first, _ in first })
    return Set(before.keys).union(after.keys).sorted().compactMap { name in
      switch (before[name], after[name]) {
      case (let old?, let new?):
        let changes = changes(from: old, to: new)
        return changes.isEmpty
          ? nil : ProtocolDifference(name: name, kind: .changed, changes: changes)
      case (_?, nil): return ProtocolDifference(name: name, kind: .removed, changes: [])
      case (nil, _?): return ProtocolDifference(name: name, kind: .added, changes: [])
      case (nil, nil): return nil
      }
    }
  }

  private static func changes(from old: ProtocolRecord, to new: ProtocolRecord) -> [String] {
    guard old.shape != new.shape else { return [] }
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
