// SPDX-License-Identifier: Apache-2.0

/// The chains by which a change was judged, for the one that makes it: so what the change
/// affects is resolved once.
struct PreparedChains {
  private var chains: [ObjectIdentifier: ResolvedChains] = [:]
  /// By the protocol's name, what they were made of.
  private var records: [String: ProtocolRecords] = [:]
  /// How many conformances there were.
  private var conformanceCount = 0

  init() {}

  init(
    _ chains: [ResolvedChains], of records: [String: ProtocolRecords], conformanceCount: Int
  ) {
    self.conformanceCount = conformanceCount
    self.records = records
    for each in chains { self.chains[ObjectIdentifier(each.base)] = each }
  }

  /// What chains were made of, if it is what counts now.
  func records(
    of protocolName: String, ifSameAs now: [ExtensionRecord]
  ) -> ProtocolRecords? {
    records[protocolName].flatMap { $0.areSame(as: now) ? $0 : nil }
  }

  /// The chains of a base class's subject, if they were made of the same.
  mutating func take(
    _ base: any ExtensionBase.Type, _ now: ProtocolRecords
  ) -> ResolvedChains? {
    guard conformanceCount == ConformanceTable.countUnderLock,
      records[base.extensibleProtocol.name] === now
    else { return nil }
    return chains.removeValue(forKey: ObjectIdentifier(base))
  }
}
