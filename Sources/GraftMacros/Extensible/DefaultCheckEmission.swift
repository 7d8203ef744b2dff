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
    return [valueCheck, subjectCheck].compactMap { $0.map(place.around) }
  }

  /// A value is passed on as it is, unless the requirement says that it is consumed.
  private var valueCheck: String? {
    guard let type = requirement.newValue?.inClass, !requirement.consumesNewValue else {
      return nil
    }
    let plain = type.hasSuffix("!") ? type.dropLast() + "?" : type
    return "      DefaultCheck.value((\(plain)).self)"
  }

  /// A protocol can be class-bound through one that it refines.
  private var subjectCheck: String? {
    guard declared.canBeClassBoundElsewhere else { return nil }
    let check =
      requirement.methodName == "init"
      ? "isMade" : requirement.newValue != nil && requirement.subject == .inOut ? "isSet" : nil
    // In two statements: in one the compiler would look for an overload that has it.
    return check.map { "      do { let kind = DefaultCheck.subject(Subject.self); kind.\($0)() }" }
  }
}
