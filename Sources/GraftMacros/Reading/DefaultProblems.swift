// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax

/// Problems of `@Default`, and of defaults that lack it.
extension SyntaxProblem.Kind {
  static func unmarkedDefault(_ name: String, place: String) -> Self {
    Self(
      "the protocol has a default of '\(name)' already, at \(place): for that to be called where "
        + "no extension answers, write '@Default' before that extension and 'where Self: "
        + "Graft::AuthorDefault' after the protocol's name; or mark the requirement @Required, which leaves all as it is"
    )
  }

  static func defaultOfNoncopyableProtocol(_ name: String, place: String) -> Self {
    Self(
      "the protocol has a default of '\(name)' already, at \(place), which can't end a chain where "
        + "types can't be copied: mark the requirement @Required")
  }

  static func differingDefault(_ name: String, place: String) -> Self {
    Self(
      "the protocol has a property '\(name)' of another type, at \(place), and a default would make "
        + "it ambiguous: mark the requirement @Required")
  }

  static func otherProtocolsMember(_ name: String, of other: String, place: String) -> Self {
    Self(
      "some conforming types have '\(name)' from an extension of '\(other)', at \(place), and "
        + "Swift could not choose between that and a default: mark the requirement @Required")
  }

  static func typesOtherMember(
    _ name: String, type: (name: String, place: String), of other: String, _ place: String
  ) -> Self {
    Self(
      "'\(type.name)', at \(type.place), has '\(name)' from the extension of '\(other)' at \(place), "
        + "and Swift could not choose between that and a default: implement it in '\(type.name)', "
        + "or mark the requirement @Required")
  }

  static func standardMember(_ name: String, of type: String, by other: String) -> Self {
    Self(
      "'\(type)' has '\(name)' from the standard library's extension of '\(other)', and Swift could "
        + "not choose between that and a default: mark the requirement @Required, or implement it "
        + "in an extension of '\(type)'")
  }

  static var defaultOfNoExtension: Self {
    Self(
      "@Default is for an extension of an extensible protocol, in which its author wrote defaults")
  }

  static var defaultWithoutClause: Self {
    Self(
      "the defaults of an extensible protocol end its chains, and are no type's implementation: "
        + "write 'where Self: Graft::AuthorDefault'")
  }

  static var defaultImplementsNothing: Self {
    Self(
      "this extension has no default: @Default is for one with members that the protocol requires")
  }

  static func defaultOfPlainProtocol(_ name: String) -> Self {
    Self(
      "@Default is for an extension of an extensible protocol: write '@Extensible' before '\(name)'"
    )
  }

  static var defaultOfNoncopyable: Self {
    Self(
      "a default can't end a chain of a protocol whose types can't be copied: mark the requirements "
        + "@Required, and remove '@Default' and 'Graft::AuthorDefault'")
  }

  static var defaultThatIsDisfavored: Self {
    Self(
      "a default with '@_disfavoredOverload' would call itself: remove the attribute, since callers "
        + "do not see the default anyway")
  }

  static func defaultOfRequired(_ name: String) -> Self {
    Self(
      "'\(name)' is @Required, and nothing would call this default: move it to an extension "
        + "without @Default")
  }

  static func defaultOfNothing(_ name: String) -> Self {
    Self(
      "the protocol does not require '\(name)', and nothing would call this: move it to an "
        + "extension without @Default")
  }

  static func defaultOfOneOverload(_ name: String) -> Self {
    Self(
      "the protocol has another '\(name)', and a record does not tell two apart that differ in "
        + "the result or 'async' only: write the default of both here, or mark the requirement "
        + "@Required, and move this to an extension without @Default")
  }

  static func defaultWithValue(_ name: String) -> Self {
    Self(
      "a call without '\(name)' would not find this, since callers see the requirement, which has no "
        + "default value: give it in an extension without @Default, in a member without this parameter "
        + "that calls the requirement; or mark the requirement @Required, and move this there")
  }

  static var defaultVariadic: Self {
    Self(
      "Swift can't pass variadic arguments on: mark the requirement @Required, and move this to an "
        + "extension without @Default")
  }

  static var defaultOfSharedName: Self {
    Self(
      "a call can't tell a default that is generic or variadic, or an operator, from its "
        + "requirement: mark it @RenamedDefault, which gives its body a name of its own")
  }

  static var defaultGeneric: Self {
    Self(
      "a generic subscript or initialiser can't end a chain as it is, since a call can't tell it from "
        + "its requirement: write it as a class with @Extension, or mark the requirement @Required "
        + "and move this to an extension without @Default")
  }

  static func defaultBareName(_ name: String, qualifier: String?) -> Self {
    Self(
      "in the clause of an extension with @Default the compiler finds no bare names: write "
        + (qualifier.map { "'\($0)\(name)'" } ?? "'\(name)' with its module, as 'Module::\(name)'"))
  }
}
