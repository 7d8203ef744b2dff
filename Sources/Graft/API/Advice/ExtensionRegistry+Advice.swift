// SPDX-License-Identifier: Apache-2.0

public import GraftDescriptors

extension ExtensionRegistry {
  /// The advice that programs installed, the oldest first. That from sections is among
  /// the `descriptors`.
  public static var advice: [AdviceEntry] {
    RetiredAdvice.releaseQuiescent()
    return Registry.shared.installedAdvice.map(AdviceEntry.init)
  }

  /// Installs an advice where the requirement's name is only known at run time, such as from a
  /// script or a configuration.
  ///
  /// - Parameters:
  ///   - requirement: as in tables, such as `greet(_:)`.
  ///   - base: the base class for the subject's type, such as `GreeterExtension<Dog>`.
  ///   - options: its name, its precedence, and whether it runs once.
  ///   - advice: runs before and after each call, on the thread that makes it.
  ///   - fileID: of the place that resolutions show for it.
  ///   - line: of that place.
  /// - Returns: what takes it out again.
  /// - Throws: `AdviceError` if the protocol has no such requirement, or nothing can stand in
  ///   front of it; if another advice has the name; or if the image of the subject's type is
  ///   withdrawn.
  @discardableResult
  public static func advise(
    _ requirement: RequirementName, of base: any ExtensionBase.Type, _ options: AdviceOption...,
    with advice: some PointcutAdvice & Sendable, fileID: StaticString = #fileID, line: UInt = #line
  ) throws(AdviceError) -> AdviceToken {
    let extended = base.extensibleProtocol
    let requirements = extended.requirements
    guard let number = requirements.firstIndex(where: { $0.name == requirement }) else {
      throw .unknownRequirement(
        requirement, protocolName: extended.name, known: requirements.map(\.name))
    }
    if let obstacle = requirements[number].obstacle {
      throw .notAdvisable(requirement, protocolName: extended.name, reason: obstacle)
    }
    return try AdvisedRequirement(.type(base), number)
      .install(
        PointcutBody(advice, AdvisedCall.Site(base, number)), options, source: "\(fileID):\(line)")
  }

  /// Removes the advice of this name. `AdviceToken.remove()` does the same.
  ///
  /// - Returns: false if there is none.
  @discardableResult
  public static func removeAdvice(named name: String) -> Bool {
    let registry = Registry.shared
    guard let advice = registry.state.withLock({ $0.advice.named(name) }) else { return false }
    return registry.removeAdvice(advice.id)
  }

  /// Removes all advice that was installed for this very type: for its calls, for a
  /// class with its subclasses, or for one object of just this class.
  ///
  /// - Returns: how many there were.
  @discardableResult
  public static func removeAdvice(ofSubject type: Any.Type) -> Int {
    Registry.shared.installedAdvice.count { advice in
      let isOfType: Bool =
        switch advice.scope {
        case .everySubject: false
        case .typeNamed(let name): String(reflecting: type) == name
        case .type(let subject): subject == type
        case .subclasses(let subject): subject == type
        case .object(let object): object.type == type
        }
      return isOfType && Registry.shared.removeAdvice(advice.id)
    }
  }
}
