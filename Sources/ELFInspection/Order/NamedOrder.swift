// SPDX-License-Identifier: Apache-2.0

public import GraftDescriptors

/// The registry's order of extensions, as far as names tell: a file has no
/// metatypes, so which constraint refines or implies another is not known.
public enum NamedOrder {
  /// By which rule an extension comes before another.
  public enum Rule: String, Hashable, Sendable {
    case priority
    /// Its constraints are those of the other, and more.
    case specific
  }

  public enum Verdict: Hashable, Sendable {
    case first(Rule)
    case second(Rule)
    /// The same constraints and priority: neither comes first.
    case conflict
    /// Different constraints: the types decide, or the subject.
    case undecided
  }

  public static func compare(_ first: Descriptor, _ second: Descriptor) -> Verdict {
    if first.priority != second.priority {
      return first.priority > second.priority ? .first(.priority) : .second(.priority)
    }
    let (one, two) = (Set(first.constraints), Set(second.constraints))
    switch (first.hasPredicate, second.hasPredicate) {
    case (false, false):
      if one == two { return .conflict }
      return one.isSuperset(of: two)
        ? .first(.specific) : two.isSuperset(of: one) ? .second(.specific) : .undecided
    // A predicate is one constraint more, implied only by itself.
    case (true, false): return one.isSuperset(of: two) ? .first(.specific) : .undecided
    case (false, true): return two.isSuperset(of: one) ? .second(.specific) : .undecided
    case (true, true): return .undecided
    }
  }

  /// Nil if the first does not come before the second.
  static func precedes(_ first: Descriptor, _ second: Descriptor) -> Rule? {
    if case .first(let rule) = compare(first, second) { rule } else { nil }
  }

  /// Keeps one of each extension that is there several times: that of the lowest
  /// file name, as the registry keeps that of the lowest image identity.
  static func withoutRepetitions(
    _ descriptors: [LocatedDescriptor]
  ) -> (
    kept: [LocatedDescriptor], repetitions: [(LocatedDescriptor, of: LocatedDescriptor)]
  ) {
    struct Identity: Hashable {
      let protocolName: String
      let name: String
      let constraints: [String]
      let kind: DescriptorKind
    }
    let groups = Dictionary(grouping: descriptors.indices) { index in
      let descriptor = descriptors[index].descriptor
      return Identity(
        protocolName: descriptor.protocolName, name: descriptor.extensionName,
        constraints: descriptor.constraints, kind: descriptor.kind)
    }
    var kept: [Int] = []
    var repetitions: [(index: Int, of: Int)] = []
    for group in groups.values {
      let order = group.sorted { (descriptors[$0].fileName, $0) < (descriptors[$1].fileName, $1) }
      // Private classes in several files of one image can share a name.
      let first = order[0]
      kept += order.filter { descriptors[$0].origin == descriptors[first].origin }
      repetitions += order.filter { descriptors[$0].origin != descriptors[first].origin }
        .map { ($0, first) }
    }
    repetitions.sort { $0.index < $1.index }
    return (
      kept.sorted().map { descriptors[$0] },
      repetitions.map { (descriptors[$0.index], descriptors[$0.of]) }
    )
  }
}

extension LocatedDescriptor {
  fileprivate var fileName: String { origin.shortDisplay }
}
