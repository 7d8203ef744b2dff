// SPDX-License-Identifier: Apache-2.0

/// Renders what lets the compiler judge what a macro does not see of the types of a
/// requirement. Its errors say where that is declared.
struct DefaultCheckEmission {
  private let declared: ProtocolDeclaration
  private let requirement: Requirement

  init(_ declared: ProtocolDeclaration, _ requirement: Requirement) {
    self.declared = declared
    self.requirement = requirement
  }

  /// Where a subject and its type are known.
  var checks: [String] {
    guard let place = requirement.place else { return [] }
    let checks = ([valueCheck, subjectCheck].compactMap(\.self) + attributeChecks).map(place.around)
    // Swift 5 does not check isolation, and infers fewer types of functions.
    let check = isolationCheck.map {
      "#if swift(>=6) && !hasFeature(NonisolatedNonsendingByDefault)\n\(place.around($0))\n#endif"
    }
    return checks + (check.map { [$0] } ?? [])
  }

  /// Beside the protocol, and as isolated as the module's settings say.
  static func settings(of declared: ProtocolDeclaration) -> [String] {
    let isAsked = declared.requirements.contains { AdviceSignature(declared, $0).dependsOnSettings }
    return isAsked
      ? ["fileprivate enum \(settingsName(of: declared)) { static func function() {} }"] : []
  }

  private static func settingsName(of declared: ProtocolDeclaration) -> String {
    "_GraftSettingsOf" + declared.name
  }

  private var attributeChecks: [String] {
    requirement.attributeTypes.map {
      "      Graft::GeneratedCode.DefaultCheck.globalActor(\($0).self)"
    }
  }

  /// What is async runs where it is called, which the settings can say is the main actor.
  private var isolationCheck: String? {
    guard AdviceSignature(declared, requirement).dependsOnSettings else { return nil }
    let function = "\(Self.settingsName(of: declared)).function"
    return "Graft::GeneratedCode.DefaultCheck.isolation(Swift::type(of: \(function)))"
  }

  /// A value is passed on as it is, and nothing judges one that is consumed.
  private var valueCheck: String? {
    requirement.newValue?.judged.first { $0.question == .isCopyable }
      .map { "      Graft::GeneratedCode.DefaultCheck.value((\($0.type)).self)" }
  }

  /// A protocol can be class-bound through one that it refines.
  private var subjectCheck: String? {
    guard declared.canBeClassBoundElsewhere else { return nil }
    let check =
      requirement.kind == .initialiser
      ? "isMade" : requirement.newValue != nil && requirement.subject == .inOut ? "isSet" : nil
    // In two statements: in one the compiler would look for an overload that has it.
    return check.map {
      "      do { let kind = Graft::GeneratedCode.DefaultCheck.subject(Subject.self); kind.\($0)() }"
    }
  }
}
