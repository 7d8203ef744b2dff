// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// Which of the constraint sets of one protocol come before which, by number.
struct ConstraintOrder {
  private(set) var sets: [NamedRank] = []
  /// Those of the same priority that come before each; without those before the empty
  /// one, which are all others.
  private(set) var before: [[Int]] = []
  /// False where so many sets have constraints in common that not all were compared.
  private(set) var isComplete = true
  private var numbers: [NamedRank: Int] = [:]

  /// Of comparisons, for each set and in all.
  private static let comparisonsForEach = 64
  private static let leastComparisons = 1 << 16

  mutating func number(_ set: NamedRank) -> Int {
    if let known = numbers[set] { return known }
    numbers[set] = sets.count
    sets.append(set)
    return sets.count - 1
  }

  /// Compares them, once all are known.
  mutating func compare() {
    before = Array(repeating: [], count: sets.count)
    struct Place: Hashable {
      let priority: Int32
      let constraint: String
    }
    var holders: [Place: [Int]] = [:]
    // By the path of which they say the type: what is constrained there follows.
    var determining: [Place: [Int]] = [:]
    for (number, set) in sets.enumerated() {
      for constraint in set.constraints {
        holders[Place(priority: set.priority, constraint: constraint), default: []].append(number)
      }
      for sameType in set.sameTypes {
        determining[Place(priority: set.priority, constraint: sameType.path), default: []]
          .append(number)
      }
    }
    var rest = Self.leastComparisons + Self.comparisonsForEach * sets.count
    for (number, set) in sets.enumerated() where !set.hasPredicate {
      // Whatever comes before it has all its constraints, or what they follow from: of the
      // rarest one too.
      let all = set.constraints.map { constraint in
        let places = ConstraintText(constraint)?.path.prefixes ?? []
        return (holders[Place(priority: set.priority, constraint: constraint)] ?? [])
          + places.flatMap { determining[Place(priority: set.priority, constraint: $0)] ?? [] }
      }
      guard let candidates = all.min(by: { $0.count < $1.count }) else { continue }
      rest -= candidates.count
      guard rest >= 0 else {
        before = Array(repeating: [], count: sets.count)
        isComplete = false
        return
      }
      before[number] = Set(candidates).sorted().filter { sets[$0].precedes(set) != nil }
    }
  }
}

extension String {
  /// `Subject`, `Subject.Item` and `Subject.Item.Element` of the last of these.
  fileprivate var prefixes: [String] {
    let parts = split(separator: ".")
    return parts.indices.map { parts[...$0].joined(separator: ".") }
  }
}
