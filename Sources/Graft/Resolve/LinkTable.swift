// SPDX-License-Identifier: Apache-2.0

/// One extension above what follows it in the chains of a protocol, for every subject.
///
/// Nodes are interned: the same extension above the same nodes is the same node. So a chain that
/// comes back finds its links, and going back and forth makes nothing new.
final class ChainNode: @unchecked Sendable {
  let record: ExtensionRecord
  /// The next node for each requirement; nil at the end of its chain.
  let successors: [ChainNode?]
  /// The link for each base class. The registry's lock guards it.
  fileprivate var links = KeyTable<ObjectIdentifier, LinkAddress>()

  fileprivate init(_ record: ExtensionRecord, _ successors: [ChainNode?]) {
    (self.record, self.successors) = (record, successors)
  }
}

/// All links of a registry. They live as long as the process.
final class LinkTable: Sendable {
  /// A link that is in no chain, or in front of chains.
  struct Key: Hashable, TableKey {
    /// Nil for what a type itself implements.
    let record: RecordID?
    /// The base class for the subject, which names protocol and subject.
    let base: ObjectIdentifier
    let successors: [LinkAddress]
    /// The requirement, where a record has a link for each.
    var requirement: Int? = nil
  }

  private struct NodeKey: Hashable, TableKey {
    let record: RecordID
    let successors: [ObjectIdentifier?]
  }

  private struct Links {
    var nodes = KeyTable<NodeKey, ChainNode>()
    var finalLinks = KeyTable<ObjectIdentifier, LinkAddress>()
    var others = KeyTable<Key, LinkAddress>()
    var end: ChainEnd?
    var count = 0

    /// The link that an entry has, or this one.
    mutating func keep(_ link: ExtensionLink, in entry: inout LinkAddress?) -> LinkAddress {
      if let known = entry {
        link.successors.deallocate()
        return known
      }
      let address = LinkAddress.keep(link)
      entry = address
      count += 1
      return address
    }
  }

  private let links = Guarded(Links())

  var count: Int { links.withLock { $0.count } }

  /// The node of an extension above others.
  func node(_ record: ExtensionRecord, _ successors: [ChainNode?]) -> ChainNode {
    let key = NodeKey(
      record: record.id, successors: successors.map { $0.map { ObjectIdentifier($0) } })
    return links.withLock { links in
      if let known = links.nodes[key] { return known }
      let node = ChainNode(record, successors)
      links.nodes[key] = node
      return node
    }
  }

  /// The link of a node for a call's subject, made with all that is below it if there is none.
  ///
  /// - Parameter end: the link that ends the subject's chains.
  func link(
    _ node: ChainNode, for call: AccessorCall, above end: LinkAddress
  ) throws(MissingLink) -> LinkAddress {
    let base = ObjectIdentifier(call.base)
    if let known = links.withLock({ _ in node.links[base] }) { return known }
    var successors: [LinkAddress] = []
    for next in node.successors {
      successors.append(next == nil ? end : try link(next!, for: call, above: end))
    }
    let link = try make(node.record, for: call, .allocate(successors + [end]))
    return links.withLock { links in
      var entry = node.links[base]
      defer { node.links[base] = entry }
      return links.keep(link, in: &entry)
    }
  }

  /// The link of a record above others, made if there is none.
  func link(
    _ record: ExtensionRecord, for call: AccessorCall, above links: [LinkAddress]
  ) throws(MissingLink) -> LinkAddress {
    let key = Key(record: record.id, base: ObjectIdentifier(call.base), successors: links)
    if let known = self.links.withLock({ $0.others[key] }) { return known }
    return keep(try make(record, for: call, .allocate(links)), as: key)
  }

  private func make(
    _ record: ExtensionRecord, for call: AccessorCall, _ successors: LinkSuccessors
  ) throws(MissingLink) -> ExtensionLink {
    if let link = call.makeLink(record, on: successors) { return link }
    successors.deallocate()
    throw MissingLink(record: record.id, registered: record.registered)
  }

  /// The link of a key, made if there is none.
  func link(_ key: Key, make: (LinkSuccessors) -> ExtensionLink) -> LinkAddress {
    if let known = links.withLock({ $0.others[key] }) { return known }
    return keep(make(.allocate(key.successors)), as: key)
  }

  private func keep(_ link: ExtensionLink, as key: Key) -> LinkAddress {
    links.withLock { links in
      var entry = links.others[key]
      defer { links.others[key] = entry }
      return links.keep(link, in: &entry)
    }
  }

  /// The link that ends the chains of a base class's subject: one of the base class itself, which
  /// goes on to the next link for each requirement, and there is none.
  ///
  /// - Parameter stop: ends the process when a call comes to the end of a chain. The first one
  ///   counts for all.
  func finalLink(
    of base: any ExtensionBase.Type,
    stop: @escaping @Sendable (any ExtensionBase.Type, Int) -> Never
  ) -> LinkAddress {
    let (known, end) = links.withLock { links in
      if links.end == nil { links.end = ChainEnd(stop) }
      return (links.finalLinks[ObjectIdentifier(base)], links.end!)
    }
    if let known { return known }
    let link = base.init(end.successors(of: base, base.extensibleProtocol.requirements.count))
    return links.withLock { links in
      var entry = links.finalLinks[ObjectIdentifier(base)]
      defer { links.finalLinks[ObjectIdentifier(base)] = entry }
      return links.keep(link, in: &entry)
    }
  }
}

/// An accessor said that its extension applies, and then made nothing. Only code written by
/// hand can do that.
struct MissingLink: Error {
  let record: RecordID
  let registered: RegisteredExtension

  func diagnostic(for base: any ExtensionBase.Type) -> RegistryDiagnostic {
    RegistryDiagnostic(
      .noLink(subject: SwiftRuntime.name(of: base.subject, isQualified: false)),
      extension: registered)
  }
}
