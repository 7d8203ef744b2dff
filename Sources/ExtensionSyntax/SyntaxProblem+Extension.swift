// SPDX-License-Identifier: Apache-2.0

/// Problems of `@Extension`, of the class's header and of its members.
extension SyntaxProblem.Kind {
  public static let notAClass = Self(
    "@Extension is for a class: write 'final class X<Subject: P>: PExtension<Subject>'")
  public static let notFinal = Self("an extension's class is final: write 'final class'")

  public static func notGeneric(base: String) -> Self {
    Self(
      "an extension is generic over its subject: write 'final class X<Subject: P>: "
        + "\(base)<Subject>'")
  }

  public static let severalParameters = Self(
    "an extension is generic over its subject only: for other types write 'where' clauses on the "
      + "subject's associated types")

  public static func noBase(protocolName name: String) -> Self {
    Self(
      "an extension's superclass is '\(name)Extension<Subject>', which @Extensible writes for "
        + "protocol '\(name)'")
  }

  public static func baseWithoutSubject(base: String, subject: String) -> Self {
    Self("the superclass is generic over the subject: write '\(base)<\(subject)>'")
  }

  public static func baseOfOtherSubject(_ found: String, subject: String) -> Self {
    Self(
      "the superclass's subject has to be '\(subject)', not '\(found)': constrain '\(subject)' to "
        + "choose the subjects of the extension")
  }

  public static let storedProperty = Self(
    "an extension has no stored property: its object is shared between threads and lives for ever; "
      + "keep state in the subject")
  public static let initialiser = Self(
    "an extension has no initialiser: the registry makes its object")
  public static let deinitialiser = Self(
    "an extension has no deinitialiser: its object lives for ever")
  public static let conditionalMember = Self(
    "what an extension implements can't depend on #if inside of it, since the macro does not see "
      + "which branch is compiled: put '#if' around the class, or into the method")
  public static let implementsNothing = Self(
    "this extension implements no requirement: override a method of its superclass")

  public static func noSubject(_ subject: String) -> Self {
    Self(
      "the first parameter of what an extension overrides is the subject: '_ subject: \(subject)', "
        + "'inout \(subject)' where the requirement changes it, or '\(subject).Type' where it is "
        + "static")
  }

  public static let overriddenAccessor = Self(
    "in the class that @Extensible writes, properties and subscripts are methods: 'func name(_ "
      + "subject: Subject)' is the getter of 'name', 'setName' its setter")

  public static func subjectOfOneType(_ type: String) -> Self {
    Self(
      "an extension is generic over its subject: constrain that to a protocol to which only "
        + "'\(type)' conforms")
  }

  public static func marker(_ name: String, path: String) -> Self {
    Self(
      "whether '\(path)' is '\(name)' can't be checked at run time: write a protocol that refines "
        + "'\(name)', and constrain '\(path)' to that")
  }

  public static let unknownConstraint = Self(
    "Graft can't check this constraint at run time: write a conformance or '=='")
  public static let notEscapable = Self(
    "a subject has to be Escapable: its type is looked up at run time")
  public static let priorityIsNoLiteral = Self(
    "the priority is an integer literal of 32 bits, and not the lowest, which is that of a "
      + "protocol's own defaults: it is written into the image's section")
  public static let typedIsNoLiteral = Self(
    "'typed' is 'true' or 'false': it is read where the macro is expanded")
  public static let shimIsNoName = Self(
    "the accessor's name is a literal and a C identifier: C code refers to it")
  public static let tooLong = Self(
    "the names of this extension do not fit a record of 32 KiB: let several extensions implement "
      + "the requirements")
}
