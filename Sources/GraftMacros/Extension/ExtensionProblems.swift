// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax

/// Problems of `@Extension` that concern more than the class's header.
extension SyntaxProblem.Kind {
  static func markerByAlias(_ alias: String, _ name: String, path: String) -> Self {
    Self(
      "'\(alias)' stands for '\(name)' too, and whether '\(path)' is that can't be checked at run "
        + "time: write a protocol that refines '\(name)', and constrain '\(path)' to that")
  }

  static var notAtFileScope: Self {
    Self(
      "a class with @Extension or @Advice is at file scope: the section's record can't be in a type "
        + "or function")
  }

  static func baseOfPlainProtocol(_ name: String, place: String) -> Self {
    Self(
      "'\(name)', at \(place), is not extensible: write '@Extensible' before it, which writes "
        + "'\(name)Extension' to inherit from")
  }

  static func baseOfStandardProtocol(_ name: String) -> Self {
    Self(
      "'\(name)' is the standard library's, which nothing makes extensible: write '@Extensible' "
        + "before a protocol of your own that refines it, and extend that")
  }

  static func subjectOfOtherProtocol(_ subject: String, base: String, of name: String) -> Self {
    Self(
      "'\(base)' is for subjects of '\(name)', which '\(subject)' does not conform to: write "
        + "'\(subject): \(name)', or inherit from the class of the protocol that it conforms to")
  }

  static func overridesNothing(_ name: String, nearest: String?) -> Self {
    Self(
      "'\(name)' overrides nothing, so no call finds it"
        + (nearest.map { "; the protocol requires '\($0)'" } ?? "")
        + ": write 'override' before a requirement's method, 'private' before one of your own",
      isWarning: true)
  }

  static func restartedChain(written: String, next: String) -> Self {
    Self(
      "'\(written)' begins the chain anew, and comes back to this override: the next link is called "
        + "by '\(next)'; put the subject in parentheses if this is a recursion that ends",
      isWarning: true)
  }
}
