// SPDX-License-Identifier: Apache-2.0

/// The counting records of a protocol's name, with the chains of each set of them
/// that has applied to a subject.
///
/// So records are not ordered again for every subject.
final class ProtocolMemo: Sendable {
  /// The extensions in an order that does not depend on loading and linking.
  let extensions: [ExtensionRecord]
  /// The images' advice.
  let interceptors: [ExtensionRecord]
  private let chains = Guarded(KeyTable<Applying, Chains>())
  private let links: LinkTable

  /// The set of extensions that apply, of one of the protocols with the name.
  private struct Applying: Hashable, TableKey {
    let extended: ObjectIdentifier
    let records: [UInt32]

    var hash: UInt {
      records.reduce(extended.hash) { Self.hash(of: $0 << 32 ^ UInt($1)) }
    }
  }

  init(_ extensions: [ExtensionRecord], _ interceptors: [ExtensionRecord], _ links: LinkTable) {
    self.extensions =
      extensions.count < 2 ? extensions : extensions.inOrder { $0.comesBefore($1) }
    (self.interceptors, self.links) = (interceptors, links)
  }

  /// The chains of extensions that have shared candidates.
  ///
  /// - Parameter records: the extensions' indices.
  func chains(_ records: [UInt32], of extended: GeneratedCode.ExtensibleProtocol) -> Chains {
    let applying = Applying(extended: ObjectIdentifier(extended), records: records)
    if let known = chains.withLock({ $0[applying] }) { return known }
    let made = chains(of: records.map { extensions[Int($0)].candidate.value! }, of: extended)
    return chains.withLock { $0.value(of: applying, orElse: made) }
  }

  func chains(of candidates: [Candidate], of extended: GeneratedCode.ExtensibleProtocol) -> Chains {
    Chains(candidates, requirementCount: extended.requirements.count, in: links)
  }
}
