// SPDX-License-Identifier: Apache-2.0

public import GraftDescriptors

/// The order in which a program would ask the extensions of one requirement, whatever the
/// subject.
public struct ExtensionOrder: Hashable, Sendable {
  /// The protocol, as the records or the types name it.
  public var protocolName: String
  /// The requirement that the extensions implement.
  public var requirement: RequirementName
  /// The extensions in the order in which they would be asked.
  public var steps: [Step]
  /// The types in the files give the order, and not names only.
  public var usesTypes: Bool

  /// An extension, and where it stands.
  public struct Step: Hashable, Sendable {
    /// The descriptor, and where it lies.
    public var descriptor: LocatedDescriptor
    /// The position from 1; extensions of which none comes first have the same.
    public var position: Int
    /// Why it is there.
    public var standing: Standing
  }

  /// What puts an extension where it stands.
  public enum Standing: Hashable, Sendable {
    /// It comes before those of the next position.
    case before(ResolutionRule)
    /// Nothing stands below it.
    case last
    /// The types or the subject decide between it and these.
    case undecided(with: Others)
    /// It and these are passed over.
    case conflict(with: Others)
  }

  /// Several extensions, of which a few stand for all: a file can have any number.
  public struct Others: Hashable, Sendable {
    /// The first ones in the order of the files, at most `namedLimit`.
    public var named: [LocatedDescriptor]
    /// How many there are, named or not.
    public var count: Int

    /// How many are named.
    public static let namedLimit = 4

    init(_ all: some Collection<LocatedDescriptor>) {
      named = Array(all.prefix(Self.namedLimit))
      count = all.count
    }
  }
}

/// The extensions of one protocol, ranked without a subject.
struct RankedExtensions<Rank: ExtensionRank> {
  private let descriptors: [LocatedDescriptor]
  private let ranks: [Rank]
  private let order: RankedOrder

  /// - Parameter ranks: those of the descriptors.
  init(_ descriptors: [LocatedDescriptor], _ ranks: [Rank]) {
    self.descriptors = descriptors
    self.ranks = ranks
    order = RankedOrder(ranks)
  }

  /// The steps of those that implement a requirement.
  func steps(of members: Set<Int>) -> [ExtensionOrder.Step] {
    let layers = layers(of: members)
    return layers.enumerated().flatMap { index, layer in
      let next = index + 1 < layers.count ? layers[index + 1] : []
      return layer.map {
        ExtensionOrder.Step(
          descriptor: descriptors[$0], position: index + 1, standing: standing($0, layer, next))
      }
    }
  }

  /// First those that nothing comes before, then those that only these come before, and so on.
  private func layers(of members: Set<Int>) -> [[Int]] {
    var layers: [[Int]] = []
    for one in order.linearOrder where members.contains(one) {
      let above = layers.lastIndex { $0.contains { order.precedes($0, one) } } ?? -1
      if above + 1 == layers.count { layers.append([]) }
      layers[above + 1].append(one)
    }
    return layers.map { $0.sorted() }
  }

  private func standing(_ one: Int, _ layer: [Int], _ next: [Int]) -> ExtensionOrder.Standing {
    if layer.count == 1 {
      return next.lazy.compactMap { ranks[one].precedes(ranks[$0]) }.first.map { .before($0) }
        ?? .last
    }
    let others = layer.filter { $0 != one }
    let same = others.filter { isSame(one, $0) }
    return same.isEmpty
      ? .undecided(with: .init(others.map { descriptors[$0] }))
      : .conflict(with: .init(same.map { descriptors[$0] }))
  }

  /// Whoever one applies to, the other does too.
  private func isSame(_ one: Int, _ other: Int) -> Bool {
    ranks[one].implies(ranks[other], byDetermining: true)
      && ranks[other].implies(ranks[one], byDetermining: true)
  }
}
