// SPDX-License-Identifier: Apache-2.0

/// All links that were ever made. The same extension above the same successors for
/// the same subject is the same link, so going back and forth between states makes
/// nothing new.
struct LinkTable {
  /// What tells links of records apart that are in no chain, or in front of chains.
  struct Key: Hashable, TableKey {
    /// Nil for what a type itself implements.
    let record: RecordID?
    /// The base class for the subject, which names protocol and subject.
    let base: ObjectIdentifier
    let successors: [LinkAddress]
    /// Where a record has a link for each requirement.
    var requirement: Int? = nil
  }

  /// An extension above others, for whichever subject: its name is one more than its number.
  private struct Place: Hashable, TableKey {
    let record: RecordID
    /// By their names; 0 for the end.
    let successors: [UInt32]
  }

  private var links = KeyTable<Key, LinkAddress>()
  /// For each place, in the order of their numbers, by the base class: a build that comes in is
  /// a new place, and what it needs lies together.
  private var linksInChains: [KeyTable<ObjectIdentifier, LinkAddress>] = []
  private var finalLinks = KeyTable<ObjectIdentifier, LinkAddress>()
  private var places = KeyTable<Place, UInt32>()
  private var end: ChainEnd?

  var count: Int {
    linksInChains.reduce(links.count + finalLinks.count) { $0 + $1.count }
  }

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
    Self.keep(link, in: &links[key])
  }

  private static func keep(_ link: ExtensionLink, in place: inout LinkAddress?) -> LinkAddress {
    if let address = place {
      link.seat.deallocate()
      return address
    }
    let address = LinkAddress.keep(link)
    place = address
    return address
  }

  // MARK: Below chains

  /// The link that ends the chains of a base class's subject, if there is one.
  func finalLink(of base: any ExtensionBase.Type) -> LinkAddress? {
    finalLinks[ObjectIdentifier(base)]
  }

  /// The link that ends the chains of a base class's subject: the one that is there already,
  /// or this one.
  mutating func keep(
    _ link: ExtensionLink, endingChainsOf base: any ExtensionBase.Type
  ) -> LinkAddress {
    Self.keep(link, in: &finalLinks[ObjectIdentifier(base)])
  }

  // MARK: In chains

  /// The names of the places of chains.
  mutating func names(of ordered: OrderedCandidates) -> [UInt32] {
    if let known = ordered.names.value { return known.names }
    var names: [UInt32] = []
    for place in ordered.places {
      let key = Place(
        record: ordered.candidates[place.candidate].record.id,
        successors: place.successors.map { $0.map { names[$0] } ?? 0 })
      names.append(name(of: key))
    }
    return ordered.names.set(PlaceNames(names)).names
  }

  private mutating func name(of place: Place) -> UInt32 {
    if let known = places[place] { return known }
    linksInChains.append(KeyTable())
    let name = UInt32(linksInChains.count)
    places[place] = name
    return name
  }

  /// The link of a place for a base class's subject, if there is one.
  func link(_ base: any ExtensionBase.Type, _ name: UInt32) -> LinkAddress? {
    linksInChains[Int(name) - 1][ObjectIdentifier(base)]
  }

  /// The link of a place: the one that is there already, or this one.
  mutating func keep(
    _ link: ExtensionLink, of base: any ExtensionBase.Type, at name: UInt32
  ) -> LinkAddress {
    Self.keep(link, in: &linksInChains[Int(name) - 1][ObjectIdentifier(base)])
  }
}
