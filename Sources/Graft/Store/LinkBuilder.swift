// SPDX-License-Identifier: Apache-2.0

/// Makes the links of resolved chains, the lowest first: a link's successors are
/// constant.
struct LinkBuilder {
  private let ordered: OrderedCandidates
  private let interceptors: (any AppliedInterceptors)?
  private let call: AccessorCall
  private let store: RegistryStore

  init(_ resolved: ResolvedSubject, store: RegistryStore) {
    ordered = resolved.chains.ordered
    call = resolved.chains.call
    interceptors = resolved.interceptors
    self.store = store
  }

  private var base: any ExtensionBase.Type { call.base }

  /// For each requirement the link to call: what stands in front of its chain, the head of
  /// that, or the final link.
  func makeLinks() throws(MissingLink) -> PublishedHeads {
    let finalLink = store.finalLink(of: base)
    let links = try linksOfPlaces(from: ordered.heads, above: finalLink)
    let heads = ordered.heads.map { $0.map { links[$0]! } ?? finalLink }
    guard let interceptors else { return PublishedHeads(heads) }
    return PublishedHeads(try interceptors.links(before: heads, finalLink: finalLink, in: store))
  }

  /// The links of all that implement a requirement, each above the chains as they are.
  func makeLinks(
    implementing requirement: Int
  ) throws(MissingLink) -> [(record: ExtensionRecord, link: LinkAddress)] {
    let finalLink = store.finalLink(of: base)
    let implementing = ordered.implementing(requirement)
    let outside = implementing.filter { ordered.placeNumbers[$0] == nil }
    let wanted = implementing.map { ordered.placeNumbers[$0] } + outside.flatMap(ordered.successors)
    let links = try linksOfPlaces(from: wanted, above: finalLink)
    var all: [(ExtensionRecord, LinkAddress)] = []
    for candidate in implementing {
      let record = ordered.candidates[candidate].record
      if let place = ordered.placeNumbers[candidate] {
        all.append((record, links[place]!))
        continue
      }
      let successors = ordered.successors(of: candidate).map { $0.map { links[$0]! } ?? finalLink }
      let key = LinkTable.Key(
        record: record.id, base: ObjectIdentifier(base), successors: successors + [finalLink])
      let link = try store.link(key, of: record.id, record.registered) { seat in
        call.makeLink(record, on: seat)
      }
      all.append((record, link))
    }
    return all
  }

  /// Those of some places, and of what has to be made for them; nil for the others. A place's
  /// link has all that is below.
  private func linksOfPlaces(
    from wanted: [Int?], above finalLink: LinkAddress
  ) throws(MissingLink) -> [LinkAddress?] {
    var (names, links, missing) = store.state.withLock { state in
      let names = state.links.names(of: ordered)
      let (links, missing) = known(wanted, names, state.links)
      return (names, links, missing)
    }
    guard !missing.isEmpty else { return links }
    for number in missing.inOrder(<) {
      let place = ordered.places[number]
      let record = ordered.candidates[place.candidate].record
      let seat = LinkSeat.allocate(
        place.successors.map { below in below.map { links[$0]! } ?? finalLink } + [finalLink])
      guard let link = call.makeLink(record, on: seat) else {
        seat.deallocate()
        throw MissingLink(record: record.id, registered: record.registered)
      }
      links[number] = store.state.withLock { $0.links.keep(link, of: base, at: names[number]) }
    }
    return links
  }

  /// The links that there are, looked up from the wanted ones down to the first that there is
  /// of each chain, and the places above these.
  private func known(
    _ wanted: [Int?], _ names: [UInt32], _ table: LinkTable
  ) -> (links: [LinkAddress?], missing: [Int]) {
    var links: [LinkAddress?] = Array(repeating: nil, count: names.count)
    var isMissing = [Bool](repeating: false, count: names.count)
    var missing: [Int] = []
    var next = wanted.compactMap(\.self)
    while let number = next.popLast() {
      if links[number] != nil || isMissing[number] { continue }
      if let link = table.link(base, names[number]) {
        links[number] = link
      } else {
        isMissing[number] = true
        missing.append(number)
        next += ordered.places[number].successors.compactMap(\.self)
      }
    }
    return (links, missing)
  }
}
