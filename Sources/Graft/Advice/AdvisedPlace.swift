// SPDX-License-Identifier: Apache-2.0

/// A requirement's number, and for which subjects.
final class AdvisedPlace: @unchecked Sendable {
  let extended: _ExtensibleProtocol
  let requirement: Int
  let scope: AdviceScope
  /// The closures see `any P`.
  let seesAny: Bool
  /// How closures are run that see what came of a call.
  let afterForm: AdviceForm
  /// What makes closures that calls can't run as they are into those that can.
  let adapters: AnyObject?

  init(
    _ scope: _JoinPointScope, _ requirement: Int, _ afterForm: AdviceForm, adapters: AnyObject?
  ) {
    extended = scope.extended
    self.requirement = requirement
    self.scope = scope.scope
    seesAny = scope.seesAny
    self.afterForm = afterForm
    self.adapters = adapters
  }
}
