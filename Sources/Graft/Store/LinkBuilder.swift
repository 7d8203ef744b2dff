// SPDX-License-Identifier: Apache-2.0

/// Makes the links of resolved chains, the lowest first: a link's successors are
/// constant.
struct LinkBuilder {
  private let resolved: ResolvedChains
  private let interceptors: (any AppliedInterceptors)?
  private let call: AccessorCall
  private let store: RegistryStore

  init(_ resolved: ResolvedSubject, store: RegistryStore) {
    self.resolved = resolved.chains
    interceptors = resolved.interceptors
    call = AccessorCall(base: resolved.chains.base)
    self.store = store
  }

  /// For each requirement the link to call: what stands in front of its chain, the head of
  /// that, or the final link.
  func makeLinks() throws(MissingLink) -> any InterceptedHeads {
    let requirements = resolved.chains.indices
    let finalLink = store.finalLink(of: resolved.base)
    var links: [Int: LinkAddress] = [:]
    for candidate in resolved.order.linearOrder.reversed() where isInChain(candidate) {
      let successors = requirements.map { requirement in
        successor(of: candidate, for: requirement).flatMap { links[$0] } ?? finalLink
      }
      links[candidate] = try makeLink(candidate, successors + [finalLink])
    }
    let heads = requirements.map { requirement in
      resolved.chains[requirement].links.first.flatMap { links[$0] } ?? finalLink
    }
    return try interceptors?.links(before: heads, finalLink: finalLink, in: store)
      ?? PlainHeads(heads)
  }

  private func isInChain(_ candidate: Int) -> Bool {
    resolved.chains.contains { $0.links.contains(candidate) }
  }

  /// For a requirement that the extension does not implement this is where a call
  /// on `self` goes on: to the first link that the extension comes before.
  private func successor(of candidate: Int, for requirement: Int) -> Int? {
    resolved.chains[requirement].links.first { resolved.order.precedes(candidate, $0) }
  }

  private func makeLink(
    _ candidate: Int, _ successors: [LinkAddress]
  ) throws(MissingLink) -> LinkAddress {
    let candidate = resolved.candidates[candidate]
    let key = LinkTable.Key(
      record: candidate.record, base: ObjectIdentifier(resolved.base), successors: successors)
    return try store.link(key, of: candidate.record, candidate.registered) { seat in
      call.makeLink(candidate.accessor, on: seat)
    }
  }
}
