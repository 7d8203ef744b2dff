// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// Chains, each of which is built when it is asked for: an extension is in one for each
/// of its requirements, so that all of them together are many times their file.
public struct NamedChains: RandomAccessCollection, Sendable {
  /// What a chain is built of.
  struct Plan: Sendable {
    var requirement: RequirementName
    /// The extensions that implement it, by their place in the builder.
    var places: [Int]
    /// Those that implement it by its name without types; shared by all overloads.
    var untypedPlaces: [Int] = []
    /// In `builders`.
    var builder = 0

    var stepCount: Int { places.count + untypedPlaces.count }
  }

  private var builders: [ChainBuilder] = []
  private var plans: [Plan] = []

  public var startIndex: Int { plans.startIndex }
  public var endIndex: Int { plans.endIndex }

  public subscript(index: Int) -> NamedChain {
    let plan = plans[index]
    let places =
      plan.untypedPlaces.isEmpty ? plan.places : Set(plan.places + plan.untypedPlaces).sorted()
    return builders[plan.builder].chain(plan.requirement, places)
  }
}

extension NamedChains {
  mutating func append(_ builder: ChainBuilder, _ plans: [Plan]) {
    let number = builders.count
    builders.append(builder)
    self.plans += plans.map { plan in
      var plan = plan
      plan.builder = number
      return plan
    }
  }

  mutating func append(_ other: NamedChains) {
    let first = builders.count
    builders += other.builders
    plans += other.plans.map { plan in
      var plan = plan
      plan.builder += first
      return plan
    }
  }

  mutating func keep(_ isWanted: (RequirementName) -> Bool) {
    plans.removeAll { !isWanted($0.requirement) }
  }

  /// Of records that are shown, beyond a few.
  private static let shownForEachByte: UInt64 = 16
  private static let leastShownByteCount: UInt64 = 1 << 26

  /// Leaves out the last chains where all of them are too long to be shown: a step shows
  /// the whole record of its extension.
  ///
  /// - Parameter problem: called if so.
  mutating func limit(_ problem: (Problem) -> Void) {
    let recordByteCount = builders.reduce(0) { sum, builder in
      builder.extensions.reduce(sum) { $0 &+ UInt64(clamping: $1.byteCount) }
    }
    let limit = Self.leastShownByteCount &+ Self.shownForEachByte &* recordByteCount
    var shown: UInt64 = 0
    let end = plans.firstIndex { plan in
      let extensions = builders[plan.builder].extensions
      for place in plan.places + plan.untypedPlaces {
        shown &+= UInt64(clamping: extensions[place].byteCount)
      }
      return shown > limit
    }
    guard let end, let first = builders[plans[end].builder].extensions.first else { return }
    let requirement = plans[end].requirement.text.abbreviated(to: 256)
    let error = InspectionError(
      .tooLarge,
      "the order for \(plans.count - end) of \(plans.count) requirements is not shown, which"
        + " would show more than \(limit.hex) bytes of records: ask for one, such as"
        + " \(first.descriptor.unqualifiedProtocolName.abbreviated(to: 256)).\(requirement)")
    problem(Problem(first.origin, error))
    plans.removeSubrange(end...)
  }
}
