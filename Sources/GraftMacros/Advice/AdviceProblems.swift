// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax

/// Problems of `@Advice` and `@Advisable`.
extension SyntaxProblem.Kind {
  static var patternsOfTypedAdvice: Self {
    Self(
      "this class names its protocol, and overrides what it advises: patterns are for a subclass "
        + "of 'PointcutAdvice'; for some subjects only, override 'applies(to:)'")
  }

  static var notAdvisable: Self {
    Self(
      "@Advisable is for a method, or an initialiser of a struct or enumeration, with a body; for "
        + "a stored property there is @AdvisableProperty; of a computed one, move the body into "
        + "a method that the protocol requires")
  }

  static var notAdvisableProperty: Self {
    Self(
      "@AdvisableProperty is for a stored property with its type: of a computed one, which "
        + "Swift lets no macro rewrite, move the body into a method that the protocol "
        + "requires, and mark that")
  }

  static var advisableSetterOfClass: Self {
    Self(
      "a setter of a class can't be advised where it is stored: advise a method that sets it")
  }

  static var advisableOfUnknownType: Self {
    Self(
      "@Advisable is for a member of a struct, enumeration or class")
  }

  static var advisableWithoutProtocol: Self {
    Self(
      "say which extensible protocol requires it: write '@Advisable((any P).self)'")
  }

  static var advisableInitialiserOfClass: Self {
    Self(
      "an initialiser of a class can't be advised: it can't hand its object to advice before it is "
        + "made; advise a static method")
  }

  static var advisableGeneric: Self {
    Self(
      "a generic method can't be advised where it is implemented: "
        + "leave it to an extension, and advise that")
  }

  static var advisableUnnamedParameter: Self {
    Self(
      "advice is given every parameter: give those names that are called '_' in the body")
  }

  static var advisableConsuming: Self {
    Self(
      "what is consumed or sent can't be passed on twice, as advice may do: "
        + "leave it to an extension, and let one of a higher priority call 'super'")
  }

  static var advisableOfProtocol: Self {
    Self(
      "a default in an extension of the protocol belongs to no single type: write it as a class with "
        + "@Extension, and advise that")
  }

  static var advisableOperator: Self {
    Self(
      "an operator can't be advised where it is implemented: "
        + "move the body into a method that the protocol requires, and mark that")
  }

  static var advisableVariadic: Self {
    Self(
      "Swift can't pass variadic arguments on: require and take an array")
  }

  static var advisableSelfOfClass: Self {
    Self(
      "a class's 'Self' can't be passed on, since a subclass has another: "
        + "make the class final, and write its name")
  }

  static var advisableConstant: Self {
    Self(
      "advice can't stand in front of a constant: write 'var'")
  }

  static var advisableStaticProperty: Self {
    Self(
      "a static property can't be advised where it is stored: require a static method that "
        + "returns it, and mark that with @Advisable")
  }

  static var advisableObserved: Self {
    Self(
      "a property with observers can't be advised where it is stored: move what they do into a "
        + "method that the protocol requires, and mark that with @Advisable")
  }
}
