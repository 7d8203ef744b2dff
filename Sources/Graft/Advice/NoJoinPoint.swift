// SPDX-License-Identifier: Apache-2.0

/// The types of join points that are none. The compiler names them in its error where
/// one is used, so their names say what is in the way.
public enum NoJoinPoint {
  /// No closure is generic: write a class with `@Advice`.
  public enum OfGenericRequirement {}

  /// It says itself where it runs, which no closure follows: write a class with
  /// `@Advice`.
  public enum OfIsolatedRequirement {}

  /// A parameter or result can't be passed on twice: write an extension of a higher
  /// priority that calls `super`.
  public enum OfRequirementWithConsumedValue {}

  /// No closure rethrows: write an extension of a higher priority that calls `super`.
  public enum OfRethrowingRequirement {}

  /// A parameter's expression can throw or be suspended, and a closure is given its
  /// value: write a class with `@Advice`.
  public enum OfRequirementWithEffectfulAutoclosure {}

  /// A parameter is `Void`: write a class with `@Advice`.
  public enum OfRequirementWithVoid {}

  /// Nothing runs after it.
  public enum OfRequirementThatNeverReturns {}

  /// It is marked `@Unadvised`.
  public enum OfUnadvisedRequirement {}
}
