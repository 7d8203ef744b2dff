// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// The extensions whose protocol has one name, whatever its qualifier.
struct NamedProtocol {
  let name: String
  let extensions: [LocatedDescriptor]
  /// The protocol's names as they are written.
  let spellings: Set<String>

  /// Of requirements and constraints, of one extension: each step of a chain shows
  /// all of them.
  static let nameLimit = 512
  /// Of a requirement, that a name without types stands for.
  static let overloadLimit = 64

  /// By name. Advice is in no chain.
  static func all(of descriptors: [LocatedDescriptor]) -> [NamedProtocol] {
    let extensions = descriptors.filter { $0.descriptor.kind == .extension }
    return Dictionary(grouping: extensions, by: \.descriptor.unqualifiedProtocolName)
      .sorted { $0.key < $1.key }.map { name, extensions in
        NamedProtocol(
          name: name, extensions: extensions,
          spellings: Set(extensions.map(\.descriptor.protocolName)))
      }
  }

  /// The chains of its requirements, by name.
  func chains(problem: (Problem) -> Void) -> [NamedChain] {
    let ordered = extensions.filter { located in
      let count = located.descriptor.requirements.count + located.descriptor.constraints.count
      if count <= Self.nameLimit { return true }
      problem(Self.tooLarge(located, "requirements and constraints", Self.nameLimit, count))
      return false
    }
    var order = ConstraintOrder()
    let sets = ordered.map { order.number(ConstraintSet($0.descriptor)) }
    order.compare()
    if !order.isComplete, let first = ordered.first {
      problem(
        Problem(
          first.origin,
          InspectionError(
            .tooLarge,
            "too many of the \(ordered.count) extensions of \(name.abbreviated(to: 256)) have"
              + " constraints in common: they are ordered by priority only")))
    }
    let builder = ChainBuilder(protocolName: name, extensions: ordered, sets: sets, order: order)
    return implementers(ordered, problem).map { builder.chain($0.requirement, $0.places) }
  }

  private static func tooLarge(
    _ located: LocatedDescriptor, _ what: String, _ limit: Int, _ count: Int
  ) -> Problem {
    Problem(
      located.origin,
      InspectionError(
        .tooLarge,
        "\(located.descriptor.extensionName.abbreviated(to: 256)) is in no chain: more than"
          + " \(limit) \(what) are not ordered", offset: located.offset, value: UInt64(count)))
  }

  /// Which extensions implement each requirement. A name without types stands for its
  /// overloads where there are any.
  private func implementers(
    _ extensions: [LocatedDescriptor], _ problem: (Problem) -> Void
  ) -> [(requirement: RequirementName, places: [Int])] {
    var places: [RequirementName: [Int]] = [:]
    for (place, located) in extensions.enumerated() {
      for requirement in located.descriptor.requirements where places[requirement]?.last != place {
        places[requirement, default: []].append(place)
      }
    }
    var overloads: [RequirementName: Int] = [:]
    for requirement in places.keys {
      let untyped = requirement.untyped
      if untyped != requirement { overloads[untyped, default: 0] += 1 }
    }
    var refused: Set<RequirementName> = []
    return places.keys.filter { overloads[$0] == nil }.sorted { $0.text < $1.text }
      .map { requirement in
        let own = places[requirement] ?? []
        let untyped = requirement.untyped
        guard untyped != requirement, let general = places[untyped] else {
          return (requirement, own)
        }
        if let count = overloads[untyped], count > Self.overloadLimit {
          if refused.insert(untyped).inserted {
            for place in general {
              problem(Self.tooLarge(extensions[place], "overloads", Self.overloadLimit, count))
            }
          }
          return (requirement, own)
        }
        return (requirement, Set(own + general).sorted())
      }
  }
}
