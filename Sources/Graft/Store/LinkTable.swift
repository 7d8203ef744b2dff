// SPDX-License-Identifier: Apache-2.0

/// All links that were ever made. The same extension above the same successors for
/// the same subject is the same link, so going back and forth between states makes
/// nothing new.
struct LinkTable {
  struct Key: Hashable {
    /// Nil for the final link.
    let record: RecordID?
    /// The base class for the subject, which names protocol and subject.
    let base: ObjectIdentifier
    let successors: [LinkAddress]
    /// Where a record has a link for each requirement.
    var requirement: Int? = nil
  }

  private var links: [Key: LinkAddress] = [:]
  private var end: ChainEnd?

  subscript(key: Key) -> LinkAddress? { links[key] }

  /// What the final links ask, made when the first of them is.
  mutating func end(_ make: () -> ChainEnd) -> ChainEnd {
    if let end { return end }
    let made = make()
    end = made
    return made
  }

  /// The link under this key: the one that is there already, or this one.
  mutating func keep(_ link: ExtensionLink, as key: Key) -> LinkAddress {
    if let address = links[key] {
      link.seat.deallocate()
      return address
    }
    let address = LinkAddress.keep(link)
    links[key] = address
    return address
  }
}
