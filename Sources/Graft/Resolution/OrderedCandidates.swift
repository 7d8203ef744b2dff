// SPDX-License-Identifier: Apache-2.0

import GraftDescriptors

/// The extensions that apply to a subject, in their order, and the chains of them.
final class OrderedCandidates: Sendable {
  /// A link that the chains need.
  struct Place: Sendable {
    let candidate: Int
    /// For each requirement the number of the place below; nil for the end.
    let successors: [Int?]
  }

  /// Tells these chains from all others that were ever made.
  struct Number: Hashable, TableKey {
    private let number: UInt

    var place: UInt { Self.place(of: number) }
    private static let last = SharedWord(allocated: 0)

    static var next: Number { Number(number: last.addRelaxed(1)) }
  }

  let number = Number.next
  /// The indices among a protocol's records, where all that apply are the same for every
  /// subject.
  let applying: [UInt32]
  /// Without duplicates.
  let candidates: [Candidate]
  /// What does not count, each with the image whose copy of it does.
  let duplicates: [(candidate: Candidate, image: ExtensionImage)]
  let order: RankedOrder
  /// For each requirement.
  let chains: [RankedOrder.Chain]
  /// The lowest first: what is below a place comes before it.
  let places: [Place]
  /// For each candidate its place; nil for one that is in no chain.
  let placeNumbers: [Int?]
  /// For each requirement the number of the place to call; nil for the end.
  let heads: [Int?]
  /// For each requirement the extension that answers, or nil.
  let answers: [RecordID?]
  /// What is wrong with any that apply.
  let diagnostics: [RegistryDiagnostic]
  /// What a store calls the places, once it has been asked.
  let names = SetOnce<PlaceNames>()

  init(_ all: [Candidate], _ applying: [UInt32], requirementCount: Int) {
    self.applying = applying
    diagnostics = all.flatMap(\.diagnostics)
    let found = Duplicates(all.map(\.registered))
    duplicates = found.images.inOrder { $0.key < $1.key }.map { (all[$0.key], $0.value) }
    let candidates = found.without(all)
    let order = RankedOrder(candidates)
    let chains = (0..<requirementCount).map { requirement in
      order.chain(
        of: Set(candidates.indices.filter { candidates[$0].requirements.contains(requirement) }))
    }
    let isLinked = chains.reduce(into: Set<Int>()) { $0.formUnion($1.links) }
    var places: [Place] = []
    var numbers: [Int?] = Array(repeating: nil, count: candidates.count)
    for candidate in order.linearOrder.reversed() where isLinked.contains(candidate) {
      let successors = Self.successors(of: candidate, order, chains, numbers)
      numbers[candidate] = places.count
      places.append(Place(candidate: candidate, successors: successors))
    }
    placeNumbers = numbers
    self.candidates = candidates
    self.order = order
    self.chains = chains
    self.places = places
    heads = chains.map { $0.links.first.flatMap { numbers[$0] } }
    answers = chains.map { $0.links.first.map { candidates[$0].record.id } }
  }

  /// For each requirement the number of the place below a candidate; nil for the end.
  func successors(of candidate: Int) -> [Int?] {
    Self.successors(of: candidate, order, chains, placeNumbers)
  }

  /// The first link that the extension comes before, also for a requirement that it does not
  /// implement: this is where a call on `self` goes on.
  private static func successors(
    of candidate: Int, _ order: RankedOrder, _ chains: [RankedOrder.Chain], _ numbers: [Int?]
  ) -> [Int?] {
    chains.map { chain in
      chain.links.first { order.precedes(candidate, $0) }.flatMap { numbers[$0] }
    }
  }

  /// All that implement a requirement, those that are in conflict too: who comes before
  /// another stands before it, and otherwise their names and images decide.
  func implementing(_ requirement: Int) -> [Int] {
    order.linearOrder.filter { candidates[$0].requirements.contains(requirement) }
  }
}

/// What a store calls the places of chains: the same extension above the same places has the
/// same name, whatever else is in the chains.
final class PlaceNames: Sendable {
  let names: [UInt32]

  init(_ names: [UInt32]) {
    self.names = names
  }
}
