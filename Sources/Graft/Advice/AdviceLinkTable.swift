// SPDX-License-Identifier: Apache-2.0

/// The links that run advice, one for each requirement, successor, and class of advice before it.
///
/// A link's advice is replaced as a whole.
final class AdviceLinkTable: Sendable {
  struct Key: Hashable, TableKey {
    /// The base class, which stands for protocol and subject.
    let base: ObjectIdentifier
    let requirement: Int
    let successor: LinkAddress
    /// The class of advice before it; nil if calls reach it first.
    ///
    /// A class that comes or goes leaves the links of calls in flight what they are.
    let above: RecordID?

    var hash: UInt { Self.hash(of: base.hash ^ successor.bits &+ UInt(requirement)) }
  }

  /// The advice that a link gets once its chain is published.
  struct Exchange {
    let key: Key
    /// The outermost first.
    let advice: [LinkedAdvice]
  }

  fileprivate struct Link {
    let address: LinkAddress
    let successors: LinkSuccessors
    var advice: [LinkedAdvice] = []
    /// The version of the program that the advice is from.
    var version: UInt64 = 0
  }

  fileprivate struct Links: ~Copyable {
    var links = KeyTable<Key, Link>()
    /// The links that run an advice, by its number.
    var keys = KeyTable<UInt64, [Key]>()
    /// The object of each class with a pointcut.
    var pointcuts = KeyTable<RecordID, PointcutAdvice>()
    var bodies = KeyTable<PointcutKey, AdviceBody>()
  }

  fileprivate struct PointcutKey: Hashable, TableKey {
    let record: RecordID
    let base: ObjectIdentifier
    let requirement: Int
  }

  private let links = Guarded(Links())

  /// The number of links for a base class's subject.
  func count(at base: any ExtensionBase.Type) -> Int {
    links.withLock { $0.links.keys.count { $0.base == ObjectIdentifier(base) } }
  }

  /// The link of a key, which is made once.
  func link(_ key: Key, make: () -> ExtensionLink) -> LinkAddress {
    if let known = links.withLock({ $0.links[key] }) { return known.address }
    let made = make()
    return links.withLock { links in
      if let known = links.links[key] {
        made.successors.deallocate()
        return known.address
      }
      let address = LinkAddress.keep(made)
      links.links[key] = Link(address: address, successors: made.successors)
      return address
    }
  }

  /// The link behind one of these; nil for other links.
  func successor(of link: LinkAddress, at base: ObjectIdentifier) -> LinkAddress? {
    links.withLock { links in
      links.links.keys.first { $0.base == base && links.links[$0]?.address == link }?.successor
    }
  }

  // MARK: Exchanges, under the registry's lock

  /// Replaces the advice of links, except where a later program set it.
  ///
  /// - Parameter isInstalled: whether an advice is still installed.
  /// - Returns: the lists that they ran before.
  func exchange(
    _ exchanges: [Exchange], version: UInt64, isInstalled: (UInt64) -> Bool
  ) -> [RemovedAdvice.List] {
    links.underLock { links in
      exchanges.compactMap { exchange in
        links.exchange(
          exchange.advice.filter { $0.id == 0 || isInstalled($0.id) }, in: exchange.key,
          version: version)
      }
    }
  }

  /// Removes an advice from every link.
  ///
  /// - Parameter version: the version of the program without it.
  /// - Returns: the lists that the links ran before.
  func remove(_ id: UInt64, version: UInt64) -> [RemovedAdvice.List] {
    links.underLock { links in
      (links.keys[id] ?? []).compactMap { key in
        let left = links.links[key]?.advice.filter { $0.id != id } ?? []
        return links.exchange(left, in: key, version: version)
      }
    }
  }

  // MARK: Pointcuts

  /// The body of a class with a pointcut for a requirement.
  func pointcutBody(
    _ record: ExtensionRecord, _ base: any ExtensionBase.Type, _ requirement: Int
  ) -> AdviceBody {
    let key = PointcutKey(record: record.id, base: ObjectIdentifier(base), requirement: requirement)
    if let body = links.withLock({ $0.bodies[key] }) { return body }
    let made = pointcutAdvice(record).body(
      AdvisedCall.Site(base.subject, base.extensibleProtocol, requirement))
    return links.withLock { $0.bodies.value(of: key, orElse: made) }
  }

  /// The only object of a class with a pointcut.
  private func pointcutAdvice(_ record: ExtensionRecord) -> PointcutAdvice {
    if let advice = links.withLock({ $0.pointcuts[record.id] }) { return advice }
    let made = AccessorStack.asking(record, for: nil) {
      AccessorRequest(accessor: record.accessor).pointcut
    }
    guard let made else {
      fatalError(
        """

        Graft: the accessor of \(record.registered) describes a pointcut, and makes no object of \
        it. Only an accessor that is written by hand can do that.
        """)
    }
    return links.withLock { $0.pointcuts.value(of: record.id, orElse: made) }
  }
}

extension AdviceLinkTable.Links {
  fileprivate mutating func exchange(
    _ new: [LinkedAdvice], in key: AdviceLinkTable.Key, version: UInt64
  ) -> RemovedAdvice.List? {
    guard let link = links[key], link.version <= version else { return nil }
    links[key]!.version = version
    let old = link.advice
    guard !old.elementsEqual(new, by: { $0.body === $1.body }) else { return nil }
    for advice in old where advice.id != 0 {
      keys[advice.id]?.removeAll { $0 == key }
      if keys[advice.id]?.isEmpty == true { keys[advice.id] = nil }
    }
    for advice in new where advice.id != 0 { keys[advice.id, default: []].append(key) }
    links[key]!.advice = new
    return link.successors.exchangeAdvice(new.isEmpty ? nil : RunningAdviceList(new))
  }
}
