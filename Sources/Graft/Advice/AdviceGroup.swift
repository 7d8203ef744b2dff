// SPDX-License-Identifier: Apache-2.0

/// The advice at one point of chains that a call looks up by its object or task.
struct AdviceGroup: TableKey {
  let extended: GeneratedCode.ExtensibleProtocol
  let requirement: Int
  let scope: AdviceScope
  let precedence: Int
  let rank: Int

  /// - Parameter scope: the subjects; for single objects, their class.
  init(_ advice: InstalledAdvice, _ scope: AdviceScope) {
    extended = advice.extended
    requirement = advice.requirement
    self.scope = scope
    precedence = advice.options.precedence
    rank = advice.body.kind.rank
  }

  var hash: UInt {
    Self.hash(of: ObjectIdentifier(extended).hash ^ scope.hash &+ UInt(requirement))
  }

  static func == (one: AdviceGroup, other: AdviceGroup) -> Bool {
    one.extended === other.extended && one.requirement == other.requirement
      && one.scope.isSame(as: other.scope) && one.precedence == other.precedence
      && one.rank == other.rank
  }

  func concerns(_ base: any ExtensionBase.Type) -> Bool {
    base.extensibleProtocol === extended && scope.contains(base.subject)
  }
}
