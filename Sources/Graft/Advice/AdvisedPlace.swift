// SPDX-License-Identifier: Apache-2.0

/// A requirement's number, and for which subjects.
final class AdvisedPlace: @unchecked Sendable {
  let extended: _ExtensibleProtocol
  let requirement: Int
  let scope: AdviceScope
  /// The closures see `any P`.
  let seesAny: Bool

  init(_ scope: _JoinPointScope, _ requirement: Int) {
    extended = scope.extended
    self.requirement = requirement
    self.scope = scope.scope
    seesAny = scope.seesAny
  }

  /// Whether its calls are on a type: it is static, or an initialiser.
  var isCalledOnType: Bool {
    let name = extended.requirements[requirement].name.text
    return name.hasPrefix("static ") || name.hasPrefix("init(")
  }
}
