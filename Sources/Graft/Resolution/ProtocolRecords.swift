// SPDX-License-Identifier: Apache-2.0

/// The records of a protocol's name, in the order that shows, with what is the same of them
/// for many subjects: each is found out once, as long as the same records count.
///
/// Where records come and go one by one, those of a subject that applied before still do. So
/// its chains are found by the chains it had and by which of the new records apply, and
/// nothing is looked at as often as there are records and subjects.
final class ProtocolRecords: Sendable {
  /// Those that count; of an explanation the others too.
  let all: [ExtensionRecord]
  /// For each that, if it applies, is the same for every subject.
  private let candidates: [SetOnce<Candidate>]
  private let chains = Guarded(Chains())
  private let predecessor: Predecessor?

  /// What was found out, for the subjects that ask next.
  private struct Chains {
    var byRecords = KeyTable<Applying, OrderedCandidates>()
    var byNumber = KeyTable<OrderedCandidates.Number, OrderedCandidates>()
    var byStep = KeyTable<Step, OrderedCandidates>()
  }

  /// Of one of the protocols that have the name.
  private struct Applying: Hashable, TableKey {
    let extended: ObjectIdentifier
    let records: [UInt32]

    var place: UInt {
      records.reduce(extended.place) { Self.place(of: $0 << 32 ^ UInt($1)) }
    }
  }

  /// From the chains of what counted before to those of what counts now.
  private struct Step: Hashable, TableKey {
    let before: OrderedCandidates.Number
    let added: [UInt32]

    var place: UInt { added.reduce(before.place) { Self.place(of: $0 << 32 ^ UInt($1)) } }
  }

  /// What counted before these records. Of what was before that, nothing is kept.
  private struct Predecessor {
    let chains: Guarded<Chains>
    /// For each of its records the index here; nil for what does not count any more.
    let indices: [UInt32?]
    let added: [UInt32]
  }

  /// - Parameters:
  ///   - records: in any order.
  ///   - previous: what counted before, if most of it still does.
  init(_ records: [ExtensionRecord], after previous: ProtocolRecords? = nil) {
    // Their order, which loading and linking decide, must not show.
    guard let previous, !previous.all.isEmpty else {
      all = records.count < 2 ? records : records.inOrder { $0.comesBefore($1) }
      candidates = all.map { _ in SetOnce() }
      predecessor = nil
      return
    }
    let before = previous.indicesByID
    var isKept = previous.all.map { _ in false }
    var new: [ExtensionRecord] = []
    for record in records {
      if let index = before[record.id], previous.all[index].isSame(as: record) {
        isKept[index] = true
      } else {
        new.append(record)
      }
    }
    var (all, candidates): ([ExtensionRecord], [SetOnce<Candidate>]) = ([], [])
    var (indices, added): ([UInt32?], [UInt32]) = ([], [])
    var rest = new.inOrder { $0.comesBefore($1) }[...]
    func addNew() {
      added.append(UInt32(all.count))
      all.append(rest.removeFirst())
      candidates.append(SetOnce())
    }
    for (index, record) in previous.all.enumerated() {
      guard isKept[index] else {
        indices.append(nil)
        continue
      }
      while let next = rest.first, next.comesBefore(record) { addNew() }
      indices.append(UInt32(all.count))
      all.append(record)
      candidates.append(previous.candidates[index])
    }
    while !rest.isEmpty { addNew() }
    (self.all, self.candidates) = (all, candidates)
    predecessor = Predecessor(chains: previous.chains, indices: indices, added: added)
  }

  private var indicesByID: [RecordID: Int] {
    Dictionary(all.enumerated().map { ($1.id, $0) }) { first, _ in first }
  }

  /// Whether these are just some records, of images that are called the same.
  ///
  /// - Parameter records: in any order.
  func areSame(as records: [ExtensionRecord]) -> Bool {
    guard all.count == records.count else { return false }
    let indices = indicesByID
    return records.allSatisfy { record in
      indices[record.id].map { all[$0].isSame(as: record) } ?? false
    }
  }

  /// Finds out what a record is for every subject that it applies to, once.
  func prepareCandidate(_ index: UInt32, make: () -> Candidate) {
    let candidate = candidates[Int(index)]
    if !candidate.isSet { candidate.set(make()) }
  }

  /// What that is.
  func candidate(_ index: UInt32) -> Candidate { candidates[Int(index)].value! }

  // MARK: Chains

  /// The order of those that apply, if they are the same for every subject.
  func order(_ applying: [UInt32], of extended: _ExtensibleProtocol) -> OrderedCandidates {
    let applying = Applying(extended: ObjectIdentifier(extended), records: applying)
    if let known = chains.withLock({ $0.byRecords[applying] }) { return known }
    let made = OrderedCandidates(
      applying.records.map(candidate), applying.records,
      requirementCount: extended.requirements.count)
    return chains.withLock { chains in
      if let known = chains.byRecords[applying] { return known }
      chains.byRecords[applying] = made
      chains.byNumber[made.number] = made
      return made
    }
  }

  /// The chains that a subject had, among these records or the ones before.
  struct Before {
    fileprivate let ordered: OrderedCandidates
    /// Whether they are of the records before.
    fileprivate let isOfPredecessor: Bool
    /// The indices of the records that it was not asked about.
    let added: [UInt32]
  }

  /// - Returns: nil if they were of other records.
  func before(_ number: OrderedCandidates.Number) -> Before? {
    if let ordered = chains.withLock({ $0.byNumber[number] }) {
      return Before(ordered: ordered, isOfPredecessor: false, added: [])
    }
    return predecessor.flatMap { predecessor in
      predecessor.chains.withLock { $0.byNumber[number] }
        .map { Before(ordered: $0, isOfPredecessor: true, added: predecessor.added) }
    }
  }

  /// The order for a subject whose chains before are known.
  ///
  /// - Parameter added: those of `before.added` that apply to it.
  func order(
    after before: Before, adding added: [UInt32], of extended: _ExtensibleProtocol
  ) -> OrderedCandidates {
    guard before.isOfPredecessor, let predecessor else { return before.ordered }
    let step = Step(before: before.ordered.number, added: added)
    if let known = chains.withLock({ $0.byStep[step] }) { return known }
    let kept = before.ordered.applying.compactMap { predecessor.indices[Int($0)] }
    let applying = (kept + added).inOrder(<)
    let made = order(applying, of: extended)
    chains.withLock { $0.byStep[step] = made }
    return made
  }
}

extension ExtensionRecord {
  /// Whether another one is of the same image, which is called the same.
  fileprivate func isSame(as other: ExtensionRecord) -> Bool {
    self === other || id == other.id && registered.image == other.registered.image
  }
}
