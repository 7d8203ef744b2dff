// SPDX-License-Identifier: Apache-2.0

extension GeneratedCode {
  /// The types of join points that are none. The compiler names them in its error where
  /// one is used, so their names say what is in the way.
  public enum NoJoinPoint {
    /// No closure is generic: write a class with `@Advice`.
    public enum OfGenericRequirement {
      /// The number that `@Advisable` asks for.
      @available(*, unavailable, message: "it can't be advised: it is generic")
      public static var number: Int { 0 }
    }

    /// It says itself where it runs, which no closure follows: write a class with
    /// `@Advice`.
    public enum OfIsolatedRequirement {
      /// The number that `@Advisable` asks for.
      @available(*, unavailable, message: "it can't be advised: it says itself where it runs")
      public static var number: Int { 0 }
    }

    /// A parameter or result can't be passed on twice: write an extension of a higher
    /// priority that calls `super`.
    public enum OfRequirementWithConsumedValue {
      /// The number that `@Advisable` asks for.
      @available(
        *, unavailable,
        message: "it can't be advised: a parameter or result can't be passed on twice"
      )
      public static var number: Int { 0 }
    }

    /// No closure rethrows: write an extension of a higher priority that calls `super`.
    public enum OfRethrowingRequirement {
      /// The number that `@Advisable` asks for.
      @available(*, unavailable, message: "it can't be advised: it rethrows")
      public static var number: Int { 0 }
    }

    /// A parameter's expression can throw or be suspended, and a closure is given its
    /// value: write a class with `@Advice`.
    public enum OfRequirementWithEffectfulAutoclosure {
      /// The number that `@Advisable` asks for.
      @available(
        *, unavailable,
        message: "it can't be advised: a parameter's expression can throw or be suspended"
      )
      public static var number: Int { 0 }
    }

    /// A parameter is `Void`: write a class with `@Advice`.
    public enum OfRequirementWithVoid {
      /// The number that `@Advisable` asks for.
      @available(*, unavailable, message: "it can't be advised: a parameter is Void")
      public static var number: Int { 0 }
    }

    /// Nothing runs after it.
    public enum OfRequirementThatNeverReturns {
      /// The number that `@Advisable` asks for.
      @available(*, unavailable, message: "it can't be advised: it never returns")
      public static var number: Int { 0 }
    }

    /// It is marked `@Unadvised`.
    public enum OfUnadvisedRequirement {
      /// The number that `@Advisable` asks for.
      @available(*, unavailable, message: "it can't be advised: it is marked @Unadvised")
      public static var number: Int { 0 }
    }

    /// It is `@concurrent`, and runs elsewhere than the call: write a class with `@Advice`.
    public enum OfConcurrentRequirement {
      /// The number that `@Advisable` asks for.
      @available(*, unavailable, message: "it can't be advised: it is @concurrent")
      public static var number: Int { 0 }
    }

    /// It is `async`, and a parameter is `inout` or a closure that can't be kept: write a class
    /// with `@Advice`.
    public enum OfAsyncRequirementWithLentParameter {
      /// The number that `@Advisable` asks for.
      @available(*, unavailable, message: "it can't be advised: it is async with a lent parameter")
      public static var number: Int { 0 }
    }
  }
}
