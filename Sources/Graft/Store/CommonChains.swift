// SPDX-License-Identifier: Apache-2.0

/// The chains of a protocol's subjects that meet the same conditions, as of a version of the
/// state, where they follow from what is declared and nothing is to be said of them.
///
/// Most subjects that are asked about for the first time are like the one before. For such a one
/// nothing is ordered or explained, and its links are made at once. It is not so much the work
/// that counts as the code: of a first call's time most goes into fetching that.
struct CommonChains {
  fileprivate struct Condition {
    let pattern: MakerPattern
    let applies: Bool
  }

  let version: UInt64
  let ordered: OrderedCandidates
  private let conditions: [Condition]
  /// For each place of the chains the number of its condition.
  private let conditionsOfPlaces: [Int]

  /// Nil where more decides.
  ///
  /// - Parameter records: those that the chains were made of.
  init?(_ chains: ResolvedChains, _ records: ProtocolRecords, version: UInt64) {
    guard chains.number != nil, chains.diagnostics.isEmpty else { return nil }
    let ordered = chains.ordered
    var conditions: [Condition] = []
    var numbers: [RecordID: Int] = [:]
    for (index, record) in records.all.enumerated() {
      guard record.exclusion == nil, let pattern = record.pattern else { return nil }
      // An extension of another protocol of the name is none of this one's.
      guard pattern.extended === chains.extended else { continue }
      numbers[record.id] = conditions.count
      conditions.append(
        Condition(pattern: pattern, applies: ordered.applying.contains(UInt32(index))))
    }
    self.version = version
    self.ordered = ordered
    self.conditions = conditions
    conditionsOfPlaces = ordered.places.map { numbers[ordered.candidates[$0.candidate].record.id]! }
  }

  /// The links of a subject, if these are its chains.
  func links(
    of base: any ExtensionBase.Type, _ extended: _ExtensibleProtocol, endingIn end: ChainEnd
  ) -> FirstLinks? {
    let subject = TypeMetadata(base.subject)
    let conformances = TypeConformances(subject)
    var tables: [MakerPattern.Tables] = []
    for condition in conditions {
      switch condition.pattern.answer(for: conformances) {
      case .holds(let found) where condition.applies: tables.append(found)
      case .doesNot where !condition.applies: tables.append(MakerPattern.Tables())
      case .holds, .doesNot, .undecided: return nil
      }
    }
    // Where an accessor makes none after all, the way that others go says so.
    return try? FirstLinks(of: base, ordered, extended.requirements.count, endingIn: end) {
      place, seat in
      let number = conditionsOfPlaces[place]
      return conditions[number].pattern.makeLink(subject, tables[number], on: seat)
    }
  }
}

extension RegistryStore {
  /// The answer for a subject that nobody has asked about, if its chains are those of others.
  ///
  /// - Parameters:
  ///   - common: the chains of others.
  ///   - end: what the final link asks.
  /// - Returns: nil if it is to be resolved.
  func head(
    _ base: any ExtensionBase.Type, _ extended: _ExtensibleProtocol, by common: CommonChains,
    endingIn end: ChainEnd
  ) -> [LinkAddress]? {
    guard let links = common.links(of: base, extended, endingIn: end) else { return nil }
    let heads = links.heads(common.ordered)
    let areKept = state.withLock { state in
      guard state.links.keepFirst(links, of: base, in: common.ordered) else { return false }
      state.subjects.note(base)
      state.resolutionCount += 1
      state.publishAgain()
      // Else the next call asks.
      if !state.isToPublishAgain {
        let answer = State.Answer.common(base, extended, common, heads)
        var publication = Publication(answer, version: common.version)
        while !publication.isOver { publication.advance(in: &state) }
      }
      return true
    }
    if !areKept { links.giveUp() }
    return areKept ? heads : nil
  }
}
