// SPDX-License-Identifier: Apache-2.0

/// Makes the links of resolved chains, the lowest first: a link's successors are
/// constant.
struct LinkBuilder {
  private let resolved: ResolvedChains
  private let call: AccessorCall
  private let store: RegistryStore

  init(_ resolved: ResolvedChains, store: RegistryStore) {
    self.resolved = resolved
    self.call = AccessorCall(base: resolved.base)
    self.store = store
  }

  /// An accessor said that its extension applies, and then made nothing. Only code
  /// written by hand can do that.
  struct MissingLink: Error {
    let record: RecordID
    let registered: RegisteredExtension

    func diagnostic(for base: any ExtensionBase.Type) -> RegistryDiagnostic {
      RegistryDiagnostic(
        .noLink(subject: SwiftRuntime.name(of: base.subject, isQualified: false)),
        extension: registered)
    }
  }

  /// For each requirement the link to call: that of its outermost advice, the head of
  /// its chain, or the final link.
  func makeLinks() throws(MissingLink) -> AdviceLinks {
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
    return try AdviceLinks(
      resolved.base, heads: heads, finalLink: finalLink, advice: resolved.advice, store: store)
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
