// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax

/// Problems of an extensible protocol and its requirements.
extension SyntaxProblem.Kind {
  static let advisablePropertyWithoutType = Self(
    "write the property's type, which a macro does not see")
  static let notAProtocol = Self("@Extensible is for a protocol")
  static let inFunction = Self(
    "a protocol with @Extensible or @Courier can't be in a function: what is written for it stands "
      + "at file scope")
  static let privateInType = Self(
    "a protocol with @Extensible or @Courier in a type can't be private, since what is written for "
      + "it stands at file scope: write 'fileprivate'")

  static func accessOfExtension(_ modifier: String) -> Self {
    Self(
      "write '\(modifier)' before the protocol and not before the extension that it is in: its "
        + "macro writes a class with an access level of its own")
  }

  static let nothingToDispatch = Self(
    "@Extensible has nothing to give a default: declare a requirement that is not @Required")
  static let suffixIsNoCase = Self(
    "'suffix' is '.extension', '.extending' or '.implementation': it is read where the macro is "
      + "expanded")
  static let growingIsNoLiteral = Self(
    "'growing' is 'true' or 'false': it is read where the macro is expanded")
  static let growsInModule = Self(
    "only a public protocol grows under code that was compiled before: make it public, or remove "
      + "'growing'")

  static func requirementOfTakenName(_ name: String) -> Self {
    Self(
      "'\(name)' means something else in the class that @Extensible writes: give the requirement "
        + "another name, or mark it '@Required'")
  }

  static let allRequired = Self(
    "each requirement is @Required, so nothing of this protocol can be extended: remove "
      + "'@Extensible', or leave one requirement to extensions", isWarning: true)
  static let parameterPack = Self(
    "Swift accepts no override of a method with a parameter pack: take an array, or mark the "
      + "requirement @Required")

  static func synthesised(_ name: String) -> Self {
    Self(
      "the compiler writes '\(name)' for types that do not have it, and would take a default of "
        + "the protocol instead: mark the requirement @Required")
  }

  static let initialiserOfClass = Self(
    "a default can't make an object of a class-bound protocol: mark the initialiser @Required, or "
      + "require a static method")

  static func unknownRequirement(_ what: String) -> Self {
    Self("@Extensible can't give a default to a requirement with '\(what)': mark it @Required")
  }

  static let conditionalAttribute = Self(
    "generated code needs the attributes: write the declaration once in each branch of '#if', with "
      + "its attributes")

  static let attributeOfSeveralLines = Self(
    "generated code has the attribute on one line: write its text on one line"
  )

  static let conditionalRequirement = Self(
    "a macro can't tell whether this condition holds, and so what the protocol requires: mark what "
      + "is inside @Required, or put '#if' around the protocol")

  static func setterIsMethod(property: String, method: String) -> Self {
    Self(
      "the setter of '\(property)' is the method '\(method)' of the class that @Extensible writes: "
        + "rename this method, or mark one of them @Required")
  }

  static func sameMethod(_ method: String) -> Self {
    Self(
      "the class that @Extensible writes has one method '\(method)' for this requirement and one "
        + "before it: give one of them another name or label, or mark it @Required")
  }

  static func takenName(_ name: String) -> Self {
    Self(
      "'\(name)' means something else in the code that @Extensible writes: give it another name")
  }

  static let usableFromInline = Self(
    "what @Extensible writes for a protocol that is not public can't be used in inlinable code: "
      + "make the protocol public, or remove '@usableFromInline'")
  static let spiRequirement = Self(
    "what @Extensible writes for this requirement would be seen by all, and its types only by "
      + "some: mark it @Required, or write '@_spi' before the protocol too")
  static let ofDistributedActor = Self(
    "a default can't call a distributed actor, which may be in another process: mark the "
      + "requirement @Required, and implement it in each conforming type")
  static let nameInBackticks = Self(
    "@Extensible derives names from the protocol's: give it one that needs no backticks")

  static func nameOfClass(_ name: String) -> Self {
    Self(
      "'\(name)' means something else in the class that @Extensible writes: write the type with "
        + "its module's name")
  }

  static func aliasOfSelf(_ name: String, of type: String) -> Self {
    Self(
      "the answer depends on whether the requirement mentions 'Self', which '\(name)' hides: write "
        + "'\(type)' here")
  }

  static let isolatedToMainActor = Self(
    "Swift can't pass such a parameter on: write '@MainActor' before the requirement instead")

  static func unknownOperator(_ name: String) -> Self {
    Self(
      "Swift finds a default that a macro writes only for the standard operators: require a method "
        + "instead of '\(name)', or also, and mark it @Required, with an operator function at file "
        + "scope that calls the method")
  }

  static let operatorWithoutDefault = Self(
    "an operator has a default only in a protocol with '@Extensible @OperatorDefaults': add "
      + "'@OperatorDefaults', or mark the requirement @Required")
  static let operatorDefaultsOfNone = Self(
    "@OperatorDefaults is for a protocol with @Extensible that requires an operator")

  static let operatorOfNestedProtocol = Self(
    "the default of an operator is a function at file scope, which a macro can't write for a "
      + "protocol in a type: move the protocol, require a static method, or mark it @Required")

  static let throwingExpression = Self(
    "Swift can't pass on an expression that throws where the requirement does not: let it throw, "
      + "or rethrow; or take a closure '() throws -> T'")

  static func misplacedMark(_ mark: String) -> Self {
    Self(
      "@\(mark) is for a method, property, subscript or initialiser that an @Extensible protocol "
        + "requires")
  }
}
