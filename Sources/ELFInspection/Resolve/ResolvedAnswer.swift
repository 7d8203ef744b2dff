// SPDX-License-Identifier: Apache-2.0

public import GraftDescriptors

/// Who would answer one requirement of one type, in a process with the files that were
/// given.
public struct ResolvedAnswer: Hashable, Sendable {
  /// The type, with its module.
  public var subject: String
  /// The file that declares that the type conforms.
  public var subjectOrigin: Origin
  /// The type is generic: the answer is that of every instance.
  public var isGeneric: Bool
  /// With its module.
  public var protocolName: String
  /// As in tables of the registry.
  public var requirement: RequirementName
  /// What a call of it would come to.
  public var outcome: Outcome
  /// The first one answers, `super` in it goes to the next. Where the outcome depends on
  /// something, as it is without those of whom it is not known whether they apply.
  public var chain: [Link]
  /// Implementations of which none comes first: they are passed over.
  public var conflict: [LocatedDescriptor]
  /// All conflicts, from the top of the chain down.
  var conflicts: [[LocatedDescriptor]] = []
  /// Who implements it and is not in the chain.
  public var exclusions: [Exclusion]
  /// What the files do not say.
  public var dependencies: [Dependency]
  /// The symbol of the type's own implementation, where a symbol tells that it has one.
  public var ownSymbol: String?

  /// What a call comes to.
  public enum Outcome: String, Hashable, Sendable, CaseIterable {
    /// The first of the chain answers, unless the type implements the requirement itself.
    case answered
    /// The type implements it itself, by a symbol.
    case own
    /// None comes first; what stands below all of them answers, if anything.
    case conflict
    /// A call traps, unless the type implements the requirement itself.
    case nobody
    /// The files do not say.
    case depends
  }

  /// An extension of the chain.
  public struct Link: Hashable, Sendable {
    /// The descriptor, and where it lies.
    public var descriptor: LocatedDescriptor
    /// By which rule it comes before the next; nil for the last.
    public var rule: ResolutionRule?
  }

  /// An extension that is in no chain of the type, or not in this one.
  public struct Exclusion: Hashable, Sendable {
    /// The descriptor, and where it lies.
    public var descriptor: LocatedDescriptor
    /// For people.
    public var reason: String
  }

  /// Something that only the running program knows.
  public struct Dependency: Hashable, Sendable {
    /// Whose place depends on it; nil for the whole answer.
    public var descriptor: LocatedDescriptor?
    /// For people.
    public var reason: String
  }

  /// The requirement has no answer that a call could count on.
  public var isMissing: Bool { outcome == .nobody || outcome == .conflict }
}
