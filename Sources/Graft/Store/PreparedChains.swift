// SPDX-License-Identifier: Apache-2.0

/// The chains by which a change was judged, for the one that makes it: so what the change
/// affects is resolved once.
struct PreparedChains {
  private var chains: [ObjectIdentifier: (chains: ResolvedChains, records: [ExtensionRecord])] = [:]
  /// How many conformances there were.
  private var conformanceCount = 0

  init() {}

  init(_ prepared: [(ResolvedChains, ProtocolRecords)], conformanceCount: Int) {
    self.conformanceCount = conformanceCount
    for (chains, records) in prepared {
      self.chains[ObjectIdentifier(chains.base)] = (chains, records.all)
    }
  }

  /// The chains of a base class's subject, if they were made of the same.
  mutating func take(
    _ base: any ExtensionBase.Type, _ records: ProtocolRecords
  ) -> ResolvedChains? {
    guard let prepared = chains.removeValue(forKey: ObjectIdentifier(base)),
      conformanceCount == ConformanceTable.countUnderLock,
      prepared.records.elementsEqual(
        records.all, by: { $0.id == $1.id && $0.registered.image == $1.registered.image })
    else { return nil }
    return prepared.chains
  }
}
