// SPDX-License-Identifier: Apache-2.0

public import GraftDescriptors

/// The answer to one requirement for one type, in a process with the given
/// files, if the type does not implement the requirement itself.
public struct ResolvedAnswer: Hashable, Sendable {
  /// The type's name with its module.
  public var subject: String
  /// The file that declares the type's conformance.
  public var subjectOrigin: Origin
  /// Whether the type is generic, so that the answer is for every instance.
  public var isGeneric: Bool
  /// The protocol's name with its module.
  public var protocolName: String
  /// The requirement, spelled as in the registry's tables.
  public var requirement: RequirementName
  /// The result of a call.
  public var outcome: Outcome
  /// The extensions in order: the first one answers, and its `super` calls the next.
  ///
  /// If the outcome depends on something, extensions that may not apply are left out.
  public var chain: [Link]
  /// The implementations in conflict: none comes first, so all of them are skipped.
  public var conflict: [LocatedDescriptor]
  /// All conflicts, from the top of the chain down.
  var conflicts: [[LocatedDescriptor]] = []
  /// Implementations that are not in the chain.
  public var exclusions: [Exclusion]
  /// Facts that the files do not tell.
  public var dependencies: [Dependency]

  /// The note above answers: files don't tell what types implement themselves.
  public static let condition = "Where a type does not implement a requirement itself:"

  /// The result of a call.
  public enum Outcome: String, Hashable, Sendable, CaseIterable {
    /// The first extension of the chain answers.
    case answered
    /// No extension comes first. One that ranks below all of these answers, if
    /// there is one.
    case conflict
    /// No extension answers: a call traps.
    case nobody
    /// The files do not tell.
    case depends
  }

  /// An extension of a chain.
  public struct Link: Hashable, Sendable {
    /// The descriptor and its location.
    public var descriptor: LocatedDescriptor
    /// The rule by which it comes before the next; nil for the last.
    public var rule: ResolutionRule?
  }

  /// An extension that is in no chain of the type, or not in this one.
  public struct Exclusion: Hashable, Sendable {
    /// The descriptor and its location.
    public var descriptor: LocatedDescriptor
    /// The reason, for people.
    public var reason: String
  }

  /// A fact that only the running program knows.
  public struct Dependency: Hashable, Sendable {
    /// The extension whose position depends on it; nil for the whole answer.
    public var descriptor: LocatedDescriptor?
    /// The fact, for people.
    public var reason: String
  }

  /// Whether calls have no answer they can rely on.
  public var isMissing: Bool { outcome == .nobody || outcome == .conflict }
}
