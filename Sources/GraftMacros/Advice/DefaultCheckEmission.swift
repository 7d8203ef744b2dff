// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax

/// Renders checks by which the compiler judges facts of a requirement's types that
/// a macro can't see.
///
/// Its errors point at the requirement's declaration.
struct DefaultCheckEmission {
  let declared: ProtocolDeclaration
  let requirement: Requirement

  /// The checks, for code that knows a subject and its type.
  var checks: [String] {
    // Swift 5 does not check isolation, and infers fewer function types.
    let check = isolationCheck.map {
      "#if swift(>=6) && !hasFeature(NonisolatedNonsendingByDefault)\n\($0)\n#endif"
    }
    return [valueCheck, subjectCheck].compactMap(\.self) + attributeChecks
      + [check].compactMap(\.self)
  }

  /// A function beside the protocol that is as isolated as the module's settings say.
  static func settings(of declared: ProtocolDeclaration) -> [String] {
    let isAsked = declared.requirements.contains {
      AdviceSignature(declared: declared, requirement: $0).dependsOnSettings
    }
    return isAsked
      ? ["fileprivate enum \(settingsName(of: declared)) { static func function() {} }"] : []
  }

  private static func settingsName(of declared: ProtocolDeclaration) -> String {
    "_GraftSettingsOf" + declared.name
  }

  private var attributeChecks: [String] {
    let check = "Graft::GeneratedCode.DefaultCheck"
    return requirement.attributeTypes.map { "      \(check).globalActor(\($0).self)" }
      + requirement.builders.map {
        "      do { let kind = \(check).builder(\($0).self); kind.isBuilder() }"
      }
  }

  /// The check that the module's settings do not isolate an async requirement to the
  /// main actor; it runs on the caller's actor.
  private var isolationCheck: String? {
    let signature = AdviceSignature(declared: declared, requirement: requirement)
    guard signature.dependsOnSettings else { return nil }
    let function = "\(Self.settingsName(of: declared)).function"
    return "Graft::GeneratedCode.DefaultCheck.isolation(Swift::type(of: \(function)))"
  }

  /// The check that a setter's value can be copied.
  ///
  /// A consumed value needs none.
  private var valueCheck: String? {
    requirement.newValue?.judged.first { $0.question == .isCopyable }
      .map { "      Graft::GeneratedCode.DefaultCheck.value(nil as (\($0.type))?)" }
  }

  /// The check of a subject's class bound, which can come from a refined protocol.
  private var subjectCheck: String? {
    guard declared.canBeClassBoundElsewhere else { return nil }
    let check =
      requirement.kind == .initialiser
      ? "isMade" : requirement.newValue != nil && requirement.subject == .inOut ? "isSet" : nil
    // Two statements: in a single one the compiler would look for an overload with
    // that member.
    let kind = "Graft::GeneratedCode.DefaultCheck.subject(Subject.self)"
    return check.map { "      do { let kind = \(kind); kind.\($0)() }" }
  }
}
