// SPDX-License-Identifier: Apache-2.0

/// An advice that a program installed.
final class InstalledAdvice: @unchecked Sendable {
  let body: AdviceBody
  let extended: ExtensibleProtocol
  let requirement: Int
  let scope: AdviceScope
  /// The base class of the subject's type that the closure sees; nil where it sees
  /// `any P`.
  let base: (any ExtensionBase.Type)?

  var id: UInt64 { body.terms.id }

  init(
    body: AdviceBody, extended: ExtensibleProtocol, requirement: Int, scope: AdviceScope,
    base: (any ExtensionBase.Type)?
  ) {
    self.body = body
    self.extended = extended
    self.requirement = requirement
    self.scope = scope
    self.base = base
  }

  /// Whether it stands, or stood, in front of a chain of a base class's subject.
  func concerns(_ base: any ExtensionBase.Type) -> Bool {
    base.extensibleProtocol === extended && scope.contains(base.subject)
  }

  var isGone: Bool {
    if case .object(let object) = scope { object.isGone } else { false }
  }
}

/// A link that runs an advice, and the slot that it takes the advice from.
struct AdvisedLink {
  let address: LinkAddress
  let slot: AdviceSlot
}

/// The advice that is installed, and the links that were made for advice.
///
/// A link outlives its advice. It then serves the next advice that is installed at the
/// same place: never one that was there before, which a call that is late could find
/// twice on its way.
struct AdviceTable {
  /// Where in the chains a link stands.
  struct Place: Hashable {
    let requirement: Int
    /// Of the link, which is not always that of the subject.
    let base: ObjectIdentifier
    let successors: [LinkAddress]
  }

  private struct Free {
    let link: AdvisedLink
    /// It serves advice of this number and later ones.
    let from: UInt64
  }

  private var advice: [UInt64: InstalledAdvice] = [:]
  private var names: [String: UInt64] = [:]
  private var links: [UInt64: [Place: AdvisedLink]] = [:]
  private var free: [Place: [Free]] = [:]

  private static let lastID = AdviceNumber()

  /// Rises by the age of advice.
  static func nextID() -> UInt64 { lastID.next() }

  /// By age.
  var installed: [InstalledAdvice] { advice.values.sorted { $0.id < $1.id } }

  subscript(id: UInt64) -> InstalledAdvice? { advice[id] }

  func named(_ name: String) -> InstalledAdvice? { names[name].flatMap { advice[$0] } }

  /// False if another advice has its name.
  mutating func install(_ new: InstalledAdvice) -> Bool {
    if let name = new.body.terms.name {
      guard names[name] == nil else { return false }
      names[name] = new.id
    }
    advice[new.id] = new
    return true
  }

  mutating func remove(_ id: UInt64) -> InstalledAdvice? {
    guard let removed = advice.removeValue(forKey: id) else { return nil }
    if let name = removed.body.terms.name { names[name] = nil }
    return removed
  }

  // MARK: Links

  /// Of all links of a base class, those that were ever made.
  func linkCount(at base: any ExtensionBase.Type) -> Int {
    let places =
      links.values.flatMap(\.keys) + free.flatMap { Array(repeating: $0, count: $1.count) }
    return places.count { $0.base == ObjectIdentifier(base) }
  }

  enum Finding {
    /// Its own, or one that was free; it runs the advice.
    case found(LinkAddress)
    /// It has to be made.
    case missing
    /// The advice is not installed any more.
    case removed
  }

  mutating func link(of installed: InstalledAdvice, at place: Place) -> Finding {
    let id = installed.id
    guard advice[id] != nil else { return .removed }
    if let link = links[id]?[place] { return .found(link.address) }
    guard let index = free[place]?.firstIndex(where: { $0.from <= id }) else { return .missing }
    let link = free[place]!.remove(at: index).link
    link.slot.fill(installed.body)
    add(link, of: installed, at: place)
    return .found(link.address)
  }

  mutating func add(_ link: AdvisedLink, of installed: InstalledAdvice, at place: Place) {
    links[installed.id, default: [:]][place] = link
  }

  /// Takes the links from an advice that is removed.
  mutating func freeLinks(of id: UInt64) -> [AdvisedLink] {
    let freed = links.removeValue(forKey: id) ?? [:]
    for (place, link) in freed {
      free[place, default: []].append(Free(link: link, from: Self.nextID()))
    }
    return Array(freed.values)
  }
}
