// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax

/// Problems of `@Default`.
extension SyntaxProblem.Kind {
  static let defaultOfNoExtension = Self(
    "@Default is for an extension of an extensible protocol, in which its author wrote defaults")
  static let defaultWithoutClause = Self(
    "the defaults of an extensible protocol end its chains, and are no type's implementation: "
      + "write 'where Self: Graft::AuthorDefault'")
  static let defaultImplementsNothing = Self(
    "this extension has no default: @Default is for one with members that the protocol requires")
  static let defaultThatIsDisfavored = Self(
    "a default with '@_disfavoredOverload' would call itself: remove the attribute, since callers "
      + "do not see the default anyway")

  static let defaultOfOpaqueType = Self(
    "a chain's end has the requirement's type, which no link could have if it were 'some': write "
      + "the type, or mark the requirement @Required and move this to an extension without @Default"
  )

  static func defaultWithValue(_ name: String) -> Self {
    Self(
      "a call without '\(name)' would not find this, since callers see the requirement, which has "
        + "no default value: give it in an extension without @Default, in a member without this "
        + "parameter that calls the requirement; or mark the requirement @Required, and move this "
        + "there")
  }

  static let defaultVariadic = Self(
    "Swift can't pass variadic arguments on: mark the requirement @Required, and move this to an "
      + "extension without @Default")
  static let defaultOfSharedName = Self(
    "a call can't tell a default that is generic or variadic, or an operator, from its "
      + "requirement: mark it @RenamedDefault, which gives its body a name of its own")
  static let defaultGeneric = Self(
    "a generic subscript or initialiser can't end a chain as it is, since a call can't tell it "
      + "from its requirement: write it as a class with @Extension, or mark the requirement "
      + "@Required and move this to an extension without @Default")

  static func defaultBareName(_ name: String, qualifier: String?) -> Self {
    Self(
      "in the clause of an extension with @Default the compiler finds no bare names: write "
        + (qualifier.map { "'\($0)\(name)'" } ?? "'\(name)' with its module, as 'Module::\(name)'"))
  }
}
