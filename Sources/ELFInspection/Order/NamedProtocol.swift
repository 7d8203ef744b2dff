// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// The extensions whose records name one protocol, ranked by their records.
struct NamedProtocol {
  let name: String
  let extensions: [LocatedDescriptor]

  var unqualifiedName: String { name.unqualifications.last ?? name }

  /// The most extensions of a protocol that are ordered; each is compared with
  /// each.
  static let extensionLimit = 1 << 11

  /// All protocols, by name.
  ///
  /// `Greeter` means `API.Greeter` if that is the only protocol with this last name.
  /// Advice has no order and is left out.
  static func all(of descriptors: [LocatedDescriptor]) -> [NamedProtocol] {
    let extensions = descriptors.filter { $0.descriptor.kind == .extension }
    let alike = Dictionary(
      grouping: Set(extensions.map(\.descriptor.protocolName)),
      by: { $0.unqualifications.last ?? "" })
    let names = alike.mapValues { names in
      // A name that ends in another name may denote the same protocol.
      names.filter { name in !names.contains { $0.hasSuffix("." + name) } }
    }
    return Dictionary(grouping: extensions) { located in
      let name = located.descriptor.protocolName
      let longer = (names[name.unqualifications.last ?? ""] ?? [])
        .filter { $0.hasSuffix("." + name) }
      return longer.count == 1 ? longer[0] : name
    }
    .sorted { $0.key < $1.key }.map { NamedProtocol(name: $0.key, extensions: $0.value) }
  }

  /// The indices of the extensions that implement each requirement.
  ///
  /// A name without types counts for each of its overloads.
  var implementations: [(requirement: RequirementName, members: Set<Int>)] {
    var members: [RequirementName: Set<Int>] = [:]
    for (number, located) in extensions.enumerated() {
      for requirement in located.descriptor.requirements {
        members[requirement, default: []].insert(number)
      }
    }
    let overloaded = Set(members.keys.filter { $0.untyped != $0 }.map(\.untyped))
    return members.filter { !overloaded.contains($0.key) }.sorted { $0.key.text < $1.key.text }
      .map { requirement, own in
        let untyped = requirement.untyped
        return (requirement, untyped == requirement ? own : own.union(members[untyped] ?? []))
      }
  }

  /// The orders of the requirements that a question selects.
  ///
  /// - Parameter problem: called if there are too many steps.
  func orders(
    _ question: ProtocolQuestion, _ files: ProgramFiles, problem: (Problem) -> Void
  ) -> [ExtensionOrder] {
    let asked = implementations.filter { question.selects($0.requirement, of: name) }
    guard !asked.isEmpty else { return [] }
    guard !ExtensionOrder.areTooMany(asked.map(\.members), of: extensions) else {
      problem(.tooManySteps(extensions, of: name))
      return []
    }
    let ranked = RankedExtensions(extensions, extensions.map { NamedRank($0, in: files) })
    return asked.map { requirement, members in
      ExtensionOrder(
        protocolName: name, requirement: requirement, steps: ranked.steps(of: members),
        usesTypes: false)
    }
  }
}

extension ExtensionOrder {
  /// The orders by record.
  ///
  /// The question may have more qualifiers than the records have.
  ///
  /// - Parameter problem: called for a protocol with too many extensions.
  static func byName(
    _ question: ProtocolQuestion, of descriptors: [LocatedDescriptor], _ files: ProgramFiles,
    problem: (Problem) -> Void
  ) -> [ExtensionOrder] {
    let protocols = NamedProtocol.all(of: descriptors).filter { named in
      guard named.extensions.count > NamedProtocol.extensionLimit else { return true }
      problem(.tooManyExtensions(named.extensions, of: named.name))
      return false
    }
    for question in question.unqualified {
      let orders = protocols.flatMap { $0.orders(question, files, problem: problem) }
      if !orders.isEmpty { return orders }
    }
    return []
  }
}

extension Problem {
  static func tooManySteps(_ all: [LocatedDescriptor], of name: String) -> Problem {
    Problem(
      all[0].origin,
      InspectionError(
        .tooLarge,
        "the records of \(name.abbreviated(to: 256)) have more than"
          + " \(UInt64(ExtensionOrder.byteLimit).hex) bytes, each counted for each of its"
          + " requirements: name a requirement"))
  }

  static func tooManyExtensions(_ all: [LocatedDescriptor], of name: String) -> Problem {
    Problem(
      all[0].origin,
      InspectionError(
        .tooLarge,
        "\(name.abbreviated(to: 256)) has \(all.count) extensions in these files: more than"
          + " \(NamedProtocol.extensionLimit) are not put in order"))
  }
}
