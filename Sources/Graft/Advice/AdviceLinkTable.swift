// SPDX-License-Identifier: Apache-2.0

/// The links that run advice. There is one for each requirement and successor: what it
/// runs is exchanged as a whole.
struct AdviceLinkTable {
  struct Key: Hashable {
    /// The base class for the subject, which names protocol and subject.
    let base: ObjectIdentifier
    let requirement: Int
    let successor: LinkAddress
  }

  struct Link {
    let address: LinkAddress
    let slot: AdviceSlot
    /// What it runs, from the outermost to the innermost.
    fileprivate(set) var steps: AdviceSteps?
    /// Of the registry's state that this was computed from.
    fileprivate(set) var version: UInt64 = 0
  }

  private var links: [Key: Link] = [:]
  /// In which links an advice stands.
  private var keys: [UInt64: Set<Key>] = [:]

  subscript(key: Key) -> Link? { links[key] }

  /// Those of a base class's subject.
  func count(at base: any ExtensionBase.Type) -> Int {
    links.keys.count { $0.base == ObjectIdentifier(base) }
  }

  /// The link under this key: the one that is there already, or this one.
  mutating func keep(_ link: ExtensionLink, as key: Key) -> LinkAddress {
    if let kept = links[key] {
      link.seat.deallocate()
      return kept.address
    }
    let address = LinkAddress.keep(link)
    links[key] = Link(address: address, slot: link.seat.adviceSlot, steps: nil)
    return address
  }

  /// Calls that reach the link run this from now on, unless it runs already what was
  /// computed from a later state.
  ///
  /// - Returns: what they ran before, if that was another.
  mutating func exchange(
    _ steps: AdviceSteps?, in key: Key, version: UInt64
  ) -> RetiredBodies.Body? {
    guard let link = links[key], link.version <= version else { return nil }
    links[key]!.version = version
    let (old, new) = (link.steps?.advice ?? [], steps?.advice ?? [])
    guard !old.elementsEqual(new, by: { $0.body === $1.body }) else { return nil }
    for standing in old { keys[standing.id]?.remove(key) }
    for standing in new where standing.id != 0 { keys[standing.id, default: []].insert(key) }
    for standing in old where keys[standing.id]?.isEmpty ?? false { keys[standing.id] = nil }
    links[key]!.steps = steps
    return link.slot.exchange(steps)
  }

  /// Takes an advice out of every link.
  ///
  /// - Parameter version: of the state without it.
  mutating func remove(_ id: UInt64, version: UInt64) -> [RetiredBodies.Body] {
    (keys[id] ?? []).compactMap { key in
      let left = links[key]?.steps?.advice.filter { $0.id != id } ?? []
      return exchange(left.isEmpty ? nil : AdviceSteps(left), in: key, version: version)
    }
  }
}
