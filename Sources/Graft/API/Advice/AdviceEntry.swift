// SPDX-License-Identifier: Apache-2.0

public import GraftDescriptors

/// An installed advice.
public struct AdviceEntry: Sendable {
  /// The name that `.named` gave it.
  public let name: String?
  /// The kind of advice: before, around or after calls, or a pointcut.
  public let kind: AdviceKind
  /// The protocol's name without its module.
  public let protocolName: String
  /// The requirement's name as in tables.
  public let requirement: RequirementName
  /// The subjects in words.
  public let subjects: String
  /// The number that `AdviceOption.precedence` gave, or 0.
  public let precedence: Int
  /// The place of its installation, as `Module/File.swift:line`.
  public let source: String
  /// The image whose code installed it; nil for the executable, and for images without records.
  public let image: ExtensionImage?
}

extension AdviceEntry {
  init(_ advice: InstalledAdvice, _ image: ExtensionImage?) {
    self.image = image
    name = advice.options.name
    kind = advice.body.kind
    protocolName = advice.extended.name
    requirement = advice.extended.requirements[advice.requirement].name
    subjects = advice.scope.description
    precedence = advice.options.precedence
    source = advice.source
  }
}
