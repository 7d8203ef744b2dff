// SPDX-License-Identifier: Apache-2.0

public import GraftDescriptors

extension Finding {
  /// What the rules find among files that a program would load together.
  ///
  /// Call it for linked files and for objects apart: a program and the objects
  /// that it was linked from hold the same extensions.
  public static func among(_ descriptors: [LocatedDescriptor]) -> [Finding] {
    // No program loads files for two architectures.
    let architectures = Dictionary(grouping: descriptors, by: \.architecture)
    return architectures.sorted { $0.key < $1.key }.flatMap { _, descriptors in
      let distinct = NamedOrder.withoutRepetitions(descriptors)
      return distinct.repetitions.map(twice) + conflicts(distinct.kept)
    }
  }

  private static func twice(
    _ repeated: LocatedDescriptor, of kept: LocatedDescriptor
  ) -> Finding {
    Finding(
      .extensionTwice, repeated.origin,
      "\(repeated.descriptor.label) is in \(kept.origin.display) too", offset: repeated.offset,
      source: repeated.descriptor.source)
  }

  private static func conflicts(_ descriptors: [LocatedDescriptor]) -> [Finding] {
    var findings: [Finding] = []
    for chain in NamedChain.all(of: descriptors) {
      for step in chain.steps {
        guard case .conflict(let others) = step.standing else { continue }
        let requirement = "\(chain.protocolName).\(chain.requirement)"
        let names = others.map { "\($0.descriptor.label) (\($0.place))" }
        findings.append(
          Finding(
            .extensionConflict, step.descriptor.origin,
            "by name, neither \(step.descriptor.descriptor.label) nor"
              + " \(names.joined(separator: ", ")) answers \(requirement) first",
            offset: step.descriptor.offset, source: step.descriptor.descriptor.source))
      }
    }
    return findings
  }
}

extension Descriptor {
  /// The name, with its constraints.
  public var label: String {
    constraints.isEmpty
      ? extensionName : "\(extensionName) where \(constraints.joined(separator: ", "))"
  }
}

extension LocatedDescriptor {
  /// Source and file.
  var place: String {
    descriptor.source.isEmpty
      ? origin.shortDisplay : "\(descriptor.source), \(origin.shortDisplay)"
  }
}
