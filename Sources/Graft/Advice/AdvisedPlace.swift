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

  /// Installs an advice: the next call of the requirement runs it.
  ///
  /// - Parameter source: where the program does so, as `Module/File.swift:line`.
  func install(
    _ body: AdviceBody, _ options: [AdviceOption], source: String
  ) throws(AdviceError) -> AdviceToken {
    if let path = RegistryStore.shared.withdrawnImage(of: scope) {
      throw .imageWithdrawn(path: path, type: scope.description)
    }
    let advice = InstalledAdvice(body, at: self, AdviceTerms(options), source: source)
    guard RegistryStore.shared.installAdvice(advice) else {
      throw .nameTaken(advice.terms.name ?? "")
    }
    return advice.token
  }
}
