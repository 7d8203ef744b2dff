// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax

/// Problems of `@Extension`, beyond what its header says.
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

  static func restartedChain(written: String, next: String) -> Self {
    Self(
      "'\(written)' begins the chain anew, and comes back to this override: the next link is called "
        + "by '\(next)'; put the subject in parentheses if this is a recursion that ends",
      isWarning: true)
  }
}
