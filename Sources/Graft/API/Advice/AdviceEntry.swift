// SPDX-License-Identifier: Apache-2.0

public import GraftDescriptors

/// An advice that is installed.
public struct AdviceEntry: Sendable {
  /// What it was installed with by `.named`; nil without.
  public let name: String?
  /// When it runs.
  public let kind: AdviceKind
  /// The protocol of what it advises, without its module.
  public let protocolName: String
  /// What it advises, as in tables.
  public let requirement: RequirementName
  /// For which subjects, in words.
  public let subjects: String
  /// As `AdviceOption.precedence` gave it; 0 unless given.
  public let precedence: Int
  /// Where the program installed it, as `Module/File.swift:line`.
  public let source: String
}

extension AdviceEntry {
  init(_ advice: InstalledAdvice) {
    name = advice.options.name
    kind = advice.body.kind
    protocolName = advice.extended.name
    requirement = advice.extended.requirements[advice.requirement].name
    subjects = advice.scope.description
    precedence = advice.options.precedence
    source = advice.source
  }
}
