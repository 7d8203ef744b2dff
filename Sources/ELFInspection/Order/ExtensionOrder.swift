// SPDX-License-Identifier: Apache-2.0

public import GraftDescriptors

/// The order in which a program tries the extensions of one requirement, for
/// any subject.
public struct ExtensionOrder: Hashable, Sendable {
  /// The protocol's name, as the records or the types spell it.
  public var protocolName: String
  /// The requirement.
  public var requirement: RequirementName
  /// The extensions in order.
  public var steps: [Step]
  /// Whether the order comes from the types in the files, not only from names.
  public var usesTypes: Bool

  /// The most bytes of records in all steps of a protocol; a report has a record for each step.
  static let byteLimit = 1 << 25

  /// Whether the steps for requirements are more than are reported.
  ///
  /// - Parameter members: the extensions of each requirement.
  static func areTooMany(_ members: [Set<Int>], of extensions: [LocatedDescriptor]) -> Bool {
    var rest = byteLimit
    for number in members.joined() {
      rest -= extensions[number].byteCount
      if rest < 0 { return true }
    }
    return false
  }

  /// An extension with its position.
  public struct Step: Hashable, Sendable {
    /// The descriptor and its location.
    public var descriptor: LocatedDescriptor
    /// The position, from 1; extensions share it if none comes before the
    /// others.
    public var position: Int
    /// The reason for the position.
    public var reason: Reason
  }

  /// The reason for an extension's position.
  public enum Reason: Hashable, Sendable {
    /// The extension comes before those of the next position.
    case before(ResolutionRule)
    /// The extension is the last one.
    case last
    /// The types or the subject decide between it and these.
    case undecided(with: Others)
    /// The extension and these conflict, so all of them are skipped.
    case conflict(with: Others)
  }

  /// The extensions that share a position, a few of them by name: there can be
  /// any number.
  public struct Others: Hashable, Sendable {
    /// The first `namedLimit` of them, in the order of the files.
    public var named: [LocatedDescriptor]
    /// The number of all.
    public var count: Int

    /// The most extensions that are named.
    public static let namedLimit = 4

    init(_ all: some Collection<LocatedDescriptor>) {
      named = Array(all.prefix(Self.namedLimit))
      count = all.count
    }
  }
}

/// The extensions of one protocol, ranked for any subject.
struct RankedExtensions<Rank: ExtensionRank> {
  private let descriptors: [LocatedDescriptor]
  private let ranks: [Rank]
  private let order: RankedOrder

  /// Ranks extensions.
  ///
  /// - Parameter ranks: the descriptors' ranks, in the same order.
  init(_ descriptors: [LocatedDescriptor], _ ranks: [Rank]) {
    self.descriptors = descriptors
    self.ranks = ranks
    order = RankedOrder(ranks)
  }

  /// The order of the extensions that implement a requirement.
  func steps(of members: Set<Int>) -> [ExtensionOrder.Step] {
    let layers = layers(of: members)
    return layers.enumerated().flatMap { index, layer in
      let next = index + 1 < layers.count ? layers[index + 1] : []
      return layer.map {
        ExtensionOrder.Step(
          descriptor: descriptors[$0], position: index + 1, reason: reason($0, layer, next))
      }
    }
  }

  /// Groups extensions by position: first those that no other precedes, then
  /// those that only these precede, and so on.
  private func layers(of members: Set<Int>) -> [[Int]] {
    var layers: [[Int]] = []
    for one in order.linearOrder where members.contains(one) {
      let above = layers.lastIndex { $0.contains { order.precedes($0, one) } } ?? -1
      if above + 1 == layers.count { layers.append([]) }
      layers[above + 1].append(one)
    }
    return layers.map { $0.sorted() }
  }

  private func reason(_ one: Int, _ layer: [Int], _ next: [Int]) -> ExtensionOrder.Reason {
    if layer.count == 1 {
      return next.lazy.compactMap { order.rule(one, $0) }.first.map { .before($0) }
        ?? .last
    }
    let others = layer.filter { $0 != one }
    let same = others.filter { isSame(one, $0) }
    return same.isEmpty
      ? .undecided(with: .init(others.map { descriptors[$0] }))
      : .conflict(with: .init(same.map { descriptors[$0] }))
  }

  /// Whether both extensions apply to the same subjects.
  private func isSame(_ one: Int, _ other: Int) -> Bool {
    ranks[one].implies(ranks[other], byDetermining: true)
      && ranks[other].implies(ranks[one], byDetermining: true)
  }
}
