// SPDX-License-Identifier: Apache-2.0

public import GraftDescriptors

extension ExtensionRegistry {
  /// The installed advice, the oldest first.
  ///
  /// `descriptors` has the advice from sections.
  public static var advice: [AdviceEntry] {
    let registry = Registry.shared
    return registry.installedAdvice.map { AdviceEntry($0, registry.image(of: $0.owner)) }
  }

  /// Installs an advice for a requirement whose name is known at run time, such as from a script.
  ///
  /// - Parameters:
  ///   - requirement: the name as in tables, such as `greet(_:)`.
  ///   - base: the base class for the subject's type, such as `GreeterExtension<Dog>`.
  ///   - options: its name, its precedence, and whether it runs once.
  ///   - advice: runs before and after each call, on the thread that makes it.
  ///   - fileID: the file that resolutions show for it.
  ///   - line: the line that resolutions show for it.
  ///   - dso: an address in the image with which the advice counts.
  /// - Returns: a token that removes it.
  /// - Throws: `AdviceError` if the protocol has no such requirement, if it can't be advised, if
  ///   another advice has the name, or if the image of the subject's type is withdrawn.
  @safe
  @discardableResult
  public static func advise(
    _ requirement: RequirementName, of base: any ExtensionBase.Type, _ options: AdviceOption...,
    with advice: some PointcutAdvice & Sendable, fileID: StaticString = #fileID, line: UInt = #line,
    dso: UnsafeRawPointer = #dsohandle
  ) throws(AdviceError) -> AdviceToken {
    let extended = base.extensibleProtocol
    let requirements = extended.requirements
    guard let number = requirements.firstIndex(where: { $0.name == requirement }) else {
      throw .unknownRequirement(
        requirement, protocolName: extended.name, known: requirements.map(\.name))
    }
    let advised = AdvisedRequirement(.type(base), number)
    if let obstacle = requirements[number].obstacle { throw advised.notAdvisable(obstacle) }
    return try Registry.shared.install(
      advice.body(AdvisedCall.Site(base.subject, extended, number)), at: advised,
      AdviceOptions(options), source: "\(fileID):\(line)", owner: Owner(dso))
  }

  /// Removes the advice of a name, whichever image installed it, as `AdviceToken.remove()` does.
  ///
  /// - Returns: false if there is none.
  @discardableResult
  public static func removeAdvice(named name: String) -> Bool {
    let registry = Registry.shared
    return registry.allAdvice.count {
      $0.options.name == name && !$0.isOfGoneObject && registry.removeAdvice($0.id)
    } > 0
  }

  /// Removes all advice of exactly this type, of a class with its subclasses, or of objects of just
  /// this class.
  ///
  /// - Returns: the number of removed advice.
  @discardableResult
  public static func removeAdvice(ofSubject type: Any.Type) -> Int {
    Registry.shared.installedAdvice.count { advice in
      let isOfType: Bool =
        switch advice.scope {
        case .typeNamed(let name): SwiftRuntime.name(of: type, isQualified: true) == name
        case .everySubject, .type, .subclasses, .object, .objects:
          advice.scope.type == TypeMetadata(type)
        }
      return isOfType && Registry.shared.removeAdvice(advice.id)
    }
  }
}
