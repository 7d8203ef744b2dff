// SPDX-License-Identifier: Apache-2.0

/// The chains by which a change was judged, for the one that makes it: so what the change
/// affects is resolved once.
struct PreparedChains {
  private var chains: [ObjectIdentifier: (chains: ResolvedChains, records: ProtocolRecords)] = [:]
  /// Lists of records that were compared.
  private var comparisons: [Comparison] = []
  /// How many conformances there were.
  private var conformanceCount = 0

  private struct Comparison {
    let prepared: ProtocolRecords
    let now: ProtocolRecords
    let isSame: Bool
  }

  init() {}

  init(_ prepared: [(ResolvedChains, ProtocolRecords)], conformanceCount: Int) {
    self.conformanceCount = conformanceCount
    for (chains, records) in prepared {
      self.chains[ObjectIdentifier(chains.base)] = (chains, records)
    }
  }

  /// The chains of a base class's subject, if they were made of the same.
  mutating func take(
    _ base: any ExtensionBase.Type, _ records: ProtocolRecords
  ) -> ResolvedChains? {
    guard let prepared = chains.removeValue(forKey: ObjectIdentifier(base)),
      conformanceCount == ConformanceTable.countUnderLock
    else { return nil }
    // The last one, as a rule: they come protocol by protocol.
    let known = comparisons.last { $0.prepared === prepared.records && $0.now === records }
    if let known { return known.isSame ? prepared.chains : nil }
    let isSame = prepared.records.isSame(as: records)
    comparisons.append(Comparison(prepared: prepared.records, now: records, isSame: isSame))
    return isSame ? prepared.chains : nil
  }
}
