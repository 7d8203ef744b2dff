// SPDX-License-Identifier: Apache-2.0

/// Problems of classes with a pointcut.
extension SyntaxProblem.Kind {
  public static let patternIsNoLiteral = Self(
    "a pattern is a literal and not empty: it is written into the image's section")
  public static let pointcutIsGeneric = Self(
    "advice with a pointcut sees any subject: write a class that is not generic")
  public static let pointcutChanges = Self(
    "one object of this class serves all threads: store only a 'let' of a Sendable type, such as "
      + "'Mutex' or 'Atomic', outside of '#if'")
  public static let pointcutInitialiser = Self(
    "advice with a pointcut has no initialiser of its own: the registry makes its object")
  public static let pointcutOverridesNothing = Self(
    "this advice does nothing: override 'before' or 'after'")
}
