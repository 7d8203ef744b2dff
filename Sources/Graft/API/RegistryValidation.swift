// SPDX-License-Identifier: Apache-2.0

public import GraftDescriptors

/// The answers for each requirement of each conforming type.
public struct RegistryValidation: Sendable {
  /// The answer to calls of a requirement.
  public enum Outcome: Equatable, Sendable {
    /// The extension that comes first.
    case answered(by: RegisteredExtension)
    /// Extensions in conflict are ignored; `next` below all of them answers.
    case conflict([RegisteredExtension], next: RegisteredExtension?)
    /// No extension answers: a call traps unless the type implements the requirement itself, which
    /// can't be seen at run time.
    case nobody
  }

  /// A requirement of a conforming type, with its answer.
  public struct Entry: Sendable {
    /// The type's name with its module.
    public let subject: String
    /// The protocol's name with its module.
    public let protocolName: String
    /// The requirement's name as in tables.
    public let requirement: RequirementName
    /// The answer to calls, unless the type answers itself.
    public let outcome: Outcome
  }

  /// A generic type, whose arguments are unknown before its use.
  public struct GenericSubject: Sendable {
    /// The type's name with its module and without arguments.
    public let type: String
    /// The protocol's name with its module.
    public let protocolName: String
  }

  /// The answers in the order of protocols, subjects and requirements.
  public let entries: [Entry]
  /// Generic types that conform.
  public let genericSubjects: [GenericSubject]

  /// The entries in which no extension comes first.
  public var conflicts: [Entry] {
    entries.filter { if case .conflict = $0.outcome { true } else { false } }
  }

  /// The entries that no extension answers.
  public var unanswered: [Entry] { entries.filter { $0.outcome == .nobody } }
}

extension ExtensionRegistry {
  /// Resolves every type that a loaded image declares to conform to an extensible
  /// protocol, without subclasses of such types.
  ///
  /// Publishes nothing.
  public static func validate() -> RegistryValidation {
    refresh()
    let reading = ConformanceTable.read()
    let known = KnownSubjects(reading)
    let entries = known.subjects.flatMap { outcomes(of: $0.base, reading) }
    let genericSubjects = known.generic.map {
      RegistryValidation.GenericSubject(
        type: $0.type.qualifiedName, protocolName: $0.protocolName)
    }
    return RegistryValidation(
      entries: entries.inOrder { ($0.protocolName, $0.subject) < ($1.protocolName, $1.subject) },
      genericSubjects: genericSubjects.inOrder {
        ($0.protocolName, $0.type) < ($1.protocolName, $1.type)
      })
  }

  private static func outcomes(
    of base: any ExtensionBase.Type, _ reading: ConformanceTable.Reading
  ) -> [RegistryValidation.Entry] {
    let (registry, extended) = (Registry.shared, base.extensibleProtocol)
    let memo = registry.withState { $0.program.memo(of: extended) }
    let chains = ResolvedChains(base, memo, reading).chains
    return zip(extended.requirements, chains.ranked).map { requirement, chain in
      let first = chain.links.first.map { chains.candidates[$0].registered }
      let conflict = chain.conflicts.first?.map { chains.candidates[$0].registered }
      // A conflict below the head only concerns `super`.
      let outcome: RegistryValidation.Outcome =
        if let conflict, chain.isConflictFirst { .conflict(conflict, next: first) } else {
          first.map { .answered(by: $0) } ?? .nobody
        }
      return RegistryValidation.Entry(
        subject: SwiftRuntime.name(of: base.subject, isQualified: true),
        protocolName: extended.qualifiedName, requirement: requirement.name,
        outcome: outcome)
    }
  }
}

extension RegistryValidation: CustomStringConvertible {
  public var description: String {
    var table = TextTable(columns: ["subject", "requirement", "outcome"])
    for entry in entries {
      table.add([entry.subject, "\(entry.protocolName).\(entry.requirement)", "\(entry.outcome)"])
    }
    for generic in genericSubjects {
      table.add([generic.type, generic.protocolName, "generic: known when it is used"])
    }
    return "\(table)"
  }
}

extension RegistryValidation.Outcome: CustomStringConvertible {
  public var description: String {
    switch self {
    case .answered(let registered): "\(registered.name) (\(registered.descriptor.source))"
    case .conflict(let parties, let next):
      "conflict of \(parties.map(\.name).joined(separator: ", ")); "
        + (next.map { "\($0.name) answers" } ?? "nobody answers")
    case .nobody: "nobody: traps unless the type implements it itself"
    }
  }
}

extension RegistryValidation: Encodable {
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }

  private var json: JSON {
    [
      "entries": .array(
        entries.map {
          [
            "subject": .string($0.subject), "protocol": .string($0.protocolName),
            "requirement": .string($0.requirement.text), "outcome": $0.outcome.json,
          ]
        }),
      "genericSubjects": .array(
        genericSubjects.map {
          ["type": .string($0.type), "protocol": .string($0.protocolName)]
        }),
    ]
  }
}

extension RegistryValidation.Outcome {
  fileprivate var json: JSON {
    switch self {
    case .answered(let registered): ["answered": registered.json]
    case .conflict(let parties, let next):
      ["conflict": .array(parties.map(\.json)), "next": next?.json ?? .null]
    case .nobody: [:]
    }
  }
}
