// SPDX-License-Identifier: Apache-2.0

/// An extension above its successors in the chains of a protocol, for every subject.
///
/// Nodes are interned, so that a chain that comes back finds its links.
final class ChainNode: @unchecked Sendable {
  let record: ExtensionRecord
  /// The next node of each requirement; nil at the end of its chain.
  let successors: [ChainNode?]
  /// The link of each base class.
  ///
  /// The registry's lock guards it.
  fileprivate var links = KeyTable<ObjectIdentifier, LinkAddress>()

  fileprivate init(_ record: ExtensionRecord, _ successors: [ChainNode?]) {
    (self.record, self.successors) = (record, successors)
  }
}

/// All links of a registry.
///
/// They are never freed.
final class LinkTable: Sendable {
  /// A link that belongs to no node.
  struct Key: Hashable, TableKey {
    /// The record; nil for a type's own implementation.
    let record: RecordID?
    /// The base class, which stands for protocol and subject.
    let base: ObjectIdentifier
    let successors: [LinkAddress]
    /// The requirement, if a record has a link for each.
    var requirement: Int? = nil
  }

  private struct NodeKey: Hashable, TableKey {
    let record: RecordID
    let successors: [ObjectIdentifier?]
  }

  private struct Links: ~Copyable {
    var nodes = KeyTable<NodeKey, ChainNode>()
    var finalLinks = KeyTable<ObjectIdentifier, LinkAddress>()
    var others = KeyTable<Key, LinkAddress>()
    var end: ChainEnd?
    var count = 0

    /// Keeps a link for ever, unless another thread has made it too.
    static func keep(
      _ link: ExtensionLink, as kept: inout LinkAddress?, counting count: inout Int
    ) -> LinkAddress {
      if let kept {
        link.successors.deallocate()
        return kept
      }
      count += 1
      let address = LinkAddress.keep(link)
      kept = address
      return address
    }
  }

  private let links = Guarded(Links())

  var count: Int { links.withLock { $0.count } }

  func node(_ record: ExtensionRecord, _ successors: [ChainNode?]) -> ChainNode {
    let key = NodeKey(
      record: record.id, successors: successors.map { $0.map { ObjectIdentifier($0) } })
    return links.withLock { $0.nodes.value(of: key, orElse: ChainNode(record, successors)) }
  }

  /// The link of a node for a call's subject.
  ///
  /// Makes the link and those below it if needed.
  ///
  /// - Parameters:
  ///   - node: the node; nil at the end of a chain.
  ///   - end: the link that ends the subject's chains.
  func link(
    _ node: ChainNode?, of extensions: SubjectExtensions, above end: LinkAddress
  ) -> LinkAddress {
    guard let node else { return end }
    let base = ObjectIdentifier(extensions.base)
    if let known = links.withLock({ _ in node.links[base] }) { return known }
    let successors = links(node.successors, of: extensions, above: end)
    let link = extensions.makeLink(node.record, on: .allocate(successors + [end]))
    return links.withLock { Links.keep(link, as: &node.links[base], counting: &$0.count) }
  }

  func links(
    _ nodes: [ChainNode?], of extensions: SubjectExtensions, above end: LinkAddress
  ) -> [LinkAddress] {
    nodes.map { link($0, of: extensions, above: end) }
  }

  /// The record of a link that calls reach; nil for other links.
  func record(of link: LinkAddress, for base: ObjectIdentifier) -> RecordID? {
    links.withLock { links in
      links.nodes.values.first { $0.links[base] == link }?.record.id
        ?? links.others.keys.first { $0.base == base && links.others[$0] == link }?.record
    }
  }

  /// The link of a record above others, which is made once.
  func link(
    _ record: ExtensionRecord, of extensions: SubjectExtensions, above links: [LinkAddress]
  ) -> LinkAddress {
    let key = Key(record: record.id, base: ObjectIdentifier(extensions.base), successors: links)
    return link(key) {
      extensions.makeLink(record, on: .allocate(links))
    }
  }

  /// The link of a key, which is made once.
  func link(_ key: Key, make: () -> ExtensionLink) -> LinkAddress {
    if let known = links.withLock({ $0.others[key] }) { return known }
    let link = make()
    return links.withLock { Links.keep(link, as: &$0.others[key], counting: &$0.count) }
  }

  /// The link that ends the chains of a base class's subject: an object of the base class itself,
  /// which calls the next link, and there is none.
  ///
  /// - Parameter stop: ends the process for a call at the end of a chain. The first one serves all.
  func finalLink(
    of base: any ExtensionBase.Type,
    stop: @escaping @Sendable (any ExtensionBase.Type, Int) -> Never
  ) -> LinkAddress {
    let (known, end) = links.withLock { links in
      if links.end == nil { links.end = ChainEnd(stop) }
      return (links.finalLinks[ObjectIdentifier(base)], links.end!)
    }
    if let known { return known }
    let link = base.init(end.successors(of: base))
    return links.withLock {
      Links.keep(link, as: &$0.finalLinks[ObjectIdentifier(base)], counting: &$0.count)
    }
  }
}
