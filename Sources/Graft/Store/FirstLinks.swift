// SPDX-License-Identifier: Apache-2.0

/// All links of a subject that had none: nothing has to be looked up.
struct FirstLinks {
  let finalLink: LinkAddress
  /// For each place of the chains.
  private(set) var links: [LinkAddress] = []

  /// Calls code of users: no lock may be held.
  ///
  /// - Parameters:
  ///   - requirementCount: of the protocol.
  ///   - make: the link for a number of a place; nil if there is none.
  /// - Throws: the number of the place without a link. Then nothing is left.
  init(
    of base: any ExtensionBase.Type, _ ordered: OrderedCandidates, _ requirementCount: Int,
    endingIn end: ChainEnd, make: (Int, LinkSeat) -> ExtensionLink?
  ) throws(MissingPlace) {
    finalLink = .keep(base.init(end.seat(of: base, requirementCount)))
    links.reserveCapacity(ordered.places.count)
    for (number, place) in ordered.places.enumerated() {
      let seat = LinkSeat.allocate(requirementCount + 1) { requirement in
        requirement < requirementCount
          ? place.successors[requirement].map { links[$0] } ?? finalLink : finalLink
      }
      guard let link = make(number, seat) else {
        seat.deallocate()
        giveUp()
        throw MissingPlace(number: number)
      }
      links.append(.keep(link))
    }
  }

  struct MissingPlace: Error {
    let number: Int
  }

  /// For each requirement the link to call.
  func heads(_ ordered: OrderedCandidates) -> [LinkAddress] {
    ordered.heads.map { $0.map { links[$0] } ?? finalLink }
  }

  /// Another thread has made some, and nobody has seen these.
  func giveUp() {
    for link in links { link.giveUp() }
    finalLink.giveUp()
  }
}
