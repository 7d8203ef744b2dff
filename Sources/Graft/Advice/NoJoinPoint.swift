// SPDX-License-Identifier: Apache-2.0

/// The types of join points that are none. The compiler names them in its error where
/// one is used, so their names say what is in the way.
public enum NoJoinPoint {
  /// No closure is generic: write a class with `@Advice`.
  public enum OfGenericRequirement {
    /// For the code of `@Advisable`.
    @available(*, unavailable, message: "it can't be advised: see 'OfGenericRequirement'")
    public static var number: Int { 0 }
  }

  /// It says itself where it runs, which no closure follows: write a class with
  /// `@Advice`.
  public enum OfIsolatedRequirement {
    /// For the code of `@Advisable`.
    @available(*, unavailable, message: "it can't be advised: see 'OfIsolatedRequirement'")
    public static var number: Int { 0 }
  }

  /// A parameter or result can't be passed on twice: write an extension of a higher
  /// priority that calls `super`.
  public enum OfRequirementWithConsumedValue {
    /// For the code of `@Advisable`.
    @available(*, unavailable, message: "it can't be advised: see 'OfRequirementWithConsumedValue'")
    public static var number: Int { 0 }
  }

  /// No closure rethrows: write an extension of a higher priority that calls `super`.
  public enum OfRethrowingRequirement {
    /// For the code of `@Advisable`.
    @available(*, unavailable, message: "it can't be advised: see 'OfRethrowingRequirement'")
    public static var number: Int { 0 }
  }

  /// A parameter's expression can throw or be suspended, and a closure is given its
  /// value: write a class with `@Advice`.
  public enum OfRequirementWithEffectfulAutoclosure {
    /// For the code of `@Advisable`.
    @available(
      *, unavailable, message: "it can't be advised: see 'OfRequirementWithEffectfulAutoclosure'"
    )
    public static var number: Int { 0 }
  }

  /// A parameter is `Void`: write a class with `@Advice`.
  public enum OfRequirementWithVoid {
    /// For the code of `@Advisable`.
    @available(*, unavailable, message: "it can't be advised: see 'OfRequirementWithVoid'")
    public static var number: Int { 0 }
  }

  /// Nothing runs after it.
  public enum OfRequirementThatNeverReturns {
    /// For the code of `@Advisable`.
    @available(*, unavailable, message: "it can't be advised: see 'OfRequirementThatNeverReturns'")
    public static var number: Int { 0 }
  }

  /// It is marked `@Unadvised`.
  public enum OfUnadvisedRequirement {
    /// For the code of `@Advisable`.
    @available(*, unavailable, message: "it can't be advised: see 'OfUnadvisedRequirement'")
    public static var number: Int { 0 }
  }
}
