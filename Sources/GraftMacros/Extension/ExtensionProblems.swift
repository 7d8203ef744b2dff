// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax

/// Problems of `@Extension` that concern more than the class's header.
extension SyntaxProblem.Kind {
  static let notAtFileScope = Self(
    "a class with @Extension or @Advice is at file scope: the section's record can't be in a type "
      + "or function")

  static func overridesNothing(_ name: String) -> Self {
    Self(
      "'\(name)' overrides nothing, so no call finds it: write 'override' before a requirement's "
        + "method, 'private' before one of your own", isWarning: true)
  }

  static func restartedChain(written: String, next: String) -> Self {
    Self(
      "'\(written)' begins the chain anew, and comes back to this override: the next link is "
        + "called by '\(next)'; put the subject in parentheses if this is a recursion that "
        + "ends", isWarning: true)
  }
}
