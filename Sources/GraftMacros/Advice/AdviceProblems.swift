// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax

/// Problems of `@Advice` and `@Advisable`.
extension SyntaxProblem.Kind {
  static let patternsOfTypedAdvice = Self(
    "this class names its protocol, and overrides what it advises: patterns are for a subclass of "
      + "'PointcutAdvice'; for some subjects only, override 'applies(to:)'")
  static let notAdvisable = Self(
    "@Advisable is for a method, or an initialiser of a struct or enumeration, with a body; for a "
      + "stored property there is @AdvisableProperty; of a computed one, move the body into a "
      + "method that the protocol requires")
  static let notAdvisableProperty = Self(
    "@AdvisableProperty is for a stored property with its type: of a computed one, which Swift "
      + "lets no macro rewrite, move the body into a method that the protocol requires, and mark "
      + "that")
  static let advisableSetterOfClass = Self(
    "a setter of a class can't be advised where it is stored: advise a method that sets it")
  static let advisableOfUnknownType = Self(
    "@Advisable is for a member of a struct, enumeration or class, or a nonisolated one of an "
      + "actor")
  static let advisableWithoutProtocol = Self(
    "say which extensible protocol requires it: write '@Advisable((any P).self)'")
  static let advisableInitialiserOfClass = Self(
    "an initialiser of a class can't be advised: it can't hand its object to advice before it is "
      + "made; advise a static method")
  static let advisableGeneric = Self(
    "a generic method can't be advised where it is implemented: leave it to an extension, and "
      + "advise that")
  static let advisableUnnamedParameter = Self(
    "advice is given every parameter: give those names that are called '_' in the body")
  static let advisableConsuming = Self(
    "what is consumed or sent can't be passed on twice, as advice may do: leave it to an "
      + "extension, and let one of a higher priority call 'super'")
  static let advisableBorrowing = Self(
    "advice is given the subject, which a borrowing method can't give: remove 'borrowing'")
  static let advisableOfProtocol = Self(
    "a default in an extension of the protocol belongs to no single type: write it as a class with "
      + "@Extension, and advise that")
  static let advisableOperator = Self(
    "an operator can't be advised where it is implemented: move the body into a method that the "
      + "protocol requires, and mark that")
  static let advisableVariadic = Self(
    "Swift can't pass variadic arguments on: require and take an array")
  static let advisableSelfOfClass = Self(
    "a class's 'Self' can't be passed on, since a subclass has another: make the class final, and "
      + "write its name")
  static let advisableOpaque = Self(
    "advice is given the type that the protocol requires: write it instead of 'some'")
  static let advisableBuilt = Self(
    "a result builder has no effect on the body that @Advisable writes: move this body, with the "
      + "builder, into another function, and call that here")
  static func advisableCopied(_ name: String) -> Self {
    Self("what other modules copy into their code can't be advised: remove '@\(name)'")
  }
  static let setterIsNoLiteral = Self(
    "'setter' is 'true' or 'false': it is read where the macro is expanded")
  static let advisableConstant = Self("advice can't stand in front of a constant: write 'var'")
  static let advisableStaticProperty = Self(
    "a static property can't be advised where it is stored: require a static method that returns "
      + "it, and mark that with @Advisable")
  static let advisableObserved = Self(
    "a property with observers can't be advised where it is stored: move what they do into a "
      + "method that the protocol requires, and mark that with @Advisable")
}
