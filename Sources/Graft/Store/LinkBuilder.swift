// SPDX-License-Identifier: Apache-2.0

/// Makes the links of resolved chains, the lowest first: a link's successors are
/// constant.
struct LinkBuilder {
  private let ordered: OrderedCandidates
  private let interceptors: (any AppliedInterceptors)?
  private let base: any ExtensionBase.Type
  private let store: RegistryStore

  init(_ resolved: ResolvedSubject, store: RegistryStore) {
    ordered = resolved.chains.ordered
    base = resolved.chains.base
    interceptors = resolved.interceptors
    self.store = store
  }

  /// For each requirement the link to call: what stands in front of its chain, the head of
  /// that, or the final link.
  func makeLinks() throws(MissingLink) -> any InterceptedHeads {
    let finalLink = store.finalLink(of: base)
    let links = try linksOfPlaces(above: finalLink)
    let heads = ordered.heads.map { head in head.map { links[$0] } ?? finalLink }
    return try interceptors?.links(before: heads, finalLink: finalLink, in: store)
      ?? PlainHeads(heads)
  }

  private func linksOfPlaces(above finalLink: LinkAddress) throws(MissingLink) -> [LinkAddress] {
    let (names, known) = store.state.withLock { state in
      let names = state.links.names(of: ordered)
      return (names, state.links.links(base, names))
    }
    let call = AccessorCall(base: base)
    var links: [LinkAddress] = []
    links.reserveCapacity(names.count)
    for (number, place) in ordered.places.enumerated() {
      if let link = known[number] {
        links.append(link)
      } else {
        let record = ordered.candidates[place.candidate].record
        let seat = LinkSeat.allocate(
          place.successors.map { below in below.map { links[$0] } ?? finalLink } + [finalLink])
        guard let link = call.makeLink(record, on: seat) else {
          seat.deallocate()
          throw MissingLink(record: record.id, registered: record.registered)
        }
        links.append(
          store.state.withLock { $0.links.keep(link, of: base, at: names[number]) })
      }
    }
    return links
  }
}
