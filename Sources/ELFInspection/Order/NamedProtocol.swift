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
  /// In chains, of extensions that name the requirement without types.
  static let leastUntypedSteps = 1 << 14

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
  func chains(problem: (Problem) -> Void) -> NamedChains {
    let ordered = extensions.filter { located in
      let count = located.descriptor.requirements.count + located.descriptor.constraints.count
      if count <= Self.nameLimit { return true }
      problem(Self.tooLarge(located, "requirements and constraints", Self.nameLimit, count))
      return false
    }
    var order = ConstraintOrder()
    let sets = ordered.map { order.number(NamedRank($0.descriptor)) }
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
    var chains = NamedChains()
    chains.append(
      ChainBuilder(protocolName: name, extensions: ordered, sets: sets, order: order),
      plans(ordered, problem))
    return chains
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
  private func plans(
    _ extensions: [LocatedDescriptor], _ problem: (Problem) -> Void
  ) -> [NamedChains.Plan] {
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
    let refused = refusedNames(places, overloads, extensions, problem)
    return places.filter { overloads[$0.key] == nil }.sorted { $0.key.text < $1.key.text }
      .map { requirement, own in
        let untyped = requirement.untyped
        let general = untyped == requirement || refused.contains(untyped) ? nil : places[untyped]
        return NamedChains.Plan(
          requirement: requirement, places: own, untypedPlaces: general ?? [])
      }
  }

  /// Names without types that stand for no overload, since they would for too many.
  private func refusedNames(
    _ places: [RequirementName: [Int]], _ overloads: [RequirementName: Int],
    _ extensions: [LocatedDescriptor], _ problem: (Problem) -> Void
  ) -> Set<RequirementName> {
    var refused: Set<RequirementName> = []
    // As many steps as extensions name requirements, and some: the others are by types.
    let most = Self.leastUntypedSteps + places.values.reduce(0) { $0 + $1.count }
    var rest = most
    for (name, count) in overloads.sorted(by: { $0.key.text < $1.key.text }) {
      guard let general = places[name] else { continue }
      if count > Self.overloadLimit {
        refused.insert(name)
        for place in general {
          problem(Self.tooLarge(extensions[place], "overloads", Self.overloadLimit, count))
        }
      } else if general.count * count > rest {
        refused.insert(name)
        // Once for all such names, of which there can be many.
        if rest > 0 {
          let error = InspectionError(
            .tooLarge,
            "\(name.text.abbreviated(to: 256)) and other names without types of"
              + " \(self.name.abbreviated(to: 256)) stand for no overload: more than \(most)"
              + " such places in chains are not ordered; name the types")
          problem(Problem(extensions[general[0]].origin, error))
        }
        rest = 0
      } else {
        rest -= general.count * count
      }
    }
    return refused
  }
}
