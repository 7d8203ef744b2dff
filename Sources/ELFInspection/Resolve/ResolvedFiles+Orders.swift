// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

extension ResolvedFiles {
  /// The order of the extensions for each requirement that a question selects.
  ///
  /// If the files declare the protocol, its types give the order, else the names.
  ///
  /// - Parameters:
  ///   - question: `Greeter`, `Greeter.greet(_:)` or `Greeter.greet`; the
  ///     protocol can be qualified.
  ///   - problem: called for a protocol with too many extensions.
  public func orders(_ question: String, problem: (Problem) -> Void) -> [ExtensionOrder] {
    let question = ProtocolQuestion(question)
    var orders: [ExtensionOrder] = []
    var rest = Set(extensions)
    for extended in protocols {
      let found = candidates(of: extended)
      rest.subtract(found.map(\.located))
      let numbers = extended.requirements.indices.filter {
        extended.isAbout(question, requirement: $0)
      }
      guard !numbers.isEmpty, !found.isEmpty else { continue }
      guard found.count <= NamedProtocol.extensionLimit else {
        problem(.tooManyExtensions(found.map(\.located), of: extended.name))
        continue
      }
      let members = numbers.map { number in
        (number, Set(found.indices.filter { found[$0].requirements.contains(number) }))
      }
      guard !ExtensionOrder.areTooMany(members.map(\.1), of: found.map(\.located)) else {
        problem(.tooManySteps(found.map(\.located), of: extended.name))
        continue
      }
      orders += self.orders(extended, members, found)
    }
    let others = extensions.filter(rest.contains)
    return orders + ExtensionOrder.byName(question, of: others, files, problem: problem)
  }

  /// The orders by type, or by name for a requirement if the types don't tell enough
  /// about one of its extensions.
  private func orders(
    _ extended: ExtensibleProtocol, _ members: [(number: Int, members: Set<Int>)],
    _ found: [FileCandidate]
  ) -> [ExtensionOrder] {
    let descriptors = found.map(\.located)
    let byTypes = RankedExtensions(descriptors, found)
    let byNames = RankedExtensions(descriptors, descriptors.map { NamedRank($0, in: files) })
    return members.compactMap { number, members in
      guard !members.isEmpty else { return nil }
      let usesTypes = members.allSatisfy { found[$0].obstacle == nil }
      return ExtensionOrder(
        protocolName: extended.unqualifiedName,
        requirement: extended.requirements[number].nameInRecords,
        steps: usesTypes ? byTypes.steps(of: members) : byNames.steps(of: members),
        usesTypes: usesTypes)
    }
  }

  /// A protocol that an extension extends, and its conditions on subjects.
  struct Meaning: Hashable {
    let protocolName: String
    let conditions: Set<GenericSignature.Condition>
  }

  /// The meanings that an extension may have; none if its class is not in the files.
  func meanings(of located: LocatedDescriptor) -> [Meaning] {
    protocols.compactMap { extended in
      guard extended.unqualifiedName == located.descriptor.unqualifiedProtocolName,
        let conditions = candidates.meaning(located, number: 0, of: extended).candidate?.conditions
      else { return nil }
      return Meaning(protocolName: extended.name, conditions: Set(conditions))
    }
  }

  /// The extensions without advice, which has no order.
  private var extensions: [LocatedDescriptor] {
    distinct.filter { $0.descriptor.kind == .extension }
  }

  private func candidates(of extended: ExtensibleProtocol) -> [FileCandidate] {
    extensions.filter {
      $0.descriptor.unqualifiedProtocolName == extended.unqualifiedName
    }.enumerated().compactMap { number, located in
      candidates.meaning(located, number: number, of: extended).candidate
    }
  }
}
