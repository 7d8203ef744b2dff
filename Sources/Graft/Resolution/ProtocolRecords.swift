// SPDX-License-Identifier: Apache-2.0

/// The records of a protocol's name, in the order that shows, with what is the same of them
/// for many subjects: each is found out once, as long as the same records count.
final class ProtocolRecords: Sendable {
  /// Those that count; of an explanation the others too.
  let all: [ExtensionRecord]
  /// For each that, if it applies, is the same for every subject.
  private let candidates: [SetOnce<Candidate>]
  private let ordered = Guarded<[Applying: OrderedCandidates]>([:])

  /// Of one of the protocols that have the name.
  private struct Applying: Hashable {
    let extended: ObjectIdentifier
    let records: [UInt32]
  }

  /// - Parameter records: in any order.
  init(_ records: [ExtensionRecord]) {
    // Their order, which loading and linking decide, must not show.
    all = records.count < 2 ? records : records.sorted { $0.comesBefore($1) }
    candidates = all.map { _ in SetOnce() }
  }

  /// Whether another list is of the same records, of images that are called the same.
  func isSame(as other: ProtocolRecords) -> Bool {
    all.elementsEqual(other.all) { one, two in
      one === two || one.id == two.id && one.registered.image == two.registered.image
    }
  }

  /// What a record is for every subject that it applies to.
  func candidate(_ index: Int, make: () -> Candidate) -> Candidate {
    candidates[index].value ?? candidates[index].set(make())
  }

  /// The order of those that apply, if they are the same for every subject.
  func order(
    _ applying: [UInt32], of extended: _ExtensibleProtocol, make: () -> OrderedCandidates
  ) -> OrderedCandidates {
    let applying = Applying(extended: ObjectIdentifier(extended), records: applying)
    if let known = ordered.withLock({ $0[applying] }) { return known }
    let made = make()
    return ordered.withLock { ordered in
      if let known = ordered[applying] { return known }
      ordered[applying] = made
      return made
    }
  }
}
