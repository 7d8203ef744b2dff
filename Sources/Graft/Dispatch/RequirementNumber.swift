// SPDX-License-Identifier: Apache-2.0

extension GeneratedCode.ExtensibleSupport {
  /// The fallback for a name that no requirement has, in the code of `@Extension`,
  /// `@Default` and `@Advisable`.
  ///
  /// The names of requirements are aliases beside the protocol, for the form of the
  /// requirement's method and its number, or for an explanation.
  @available(
    *, unavailable,
    message: """
      no requirement with a default is called so in the protocol, with these labels; in an \
      extension its first parameter is '_ subject: Subject', 'inout Subject' where the \
      requirement changes it, or 'Subject.Type' where it is static; with @Advisable, 'typed: \
      true' is for overloads that differ in types only
      """
  )
  public static subscript(dynamicMember name: String) -> GeneratedCode.NoRequirement {
    GeneratedCode.NoRequirement()
  }
}

extension GeneratedCode {
  /// The number of a requirement, in the order of the protocol's declaration, from 0.
  public enum RequirementNumber<let number: Int> {}

  /// A stand-in for a requirement after an error, so that the error is the only one.
  @dynamicMemberLookup
  public struct NoRequirement {
    /// The requirement's number.
    public var number: Int { 0 }
    /// Any member, which is no further error.
    public subscript(dynamicMember name: String) -> NoRequirement { self }
    /// Any member of the type, which is no further error.
    public static subscript(dynamicMember name: String) -> NoRequirement { NoRequirement() }
  }

  // The forms of the methods that extensions override. Code with a method of another
  // form uses a name that the form does not have.

  /// A method that takes its subject as a value.
  @dynamicMemberLookup
  public enum TakesValue<Rest> {
    /// The method's other properties.
    public typealias takesValue = Rest
    /// The fallback for methods that take the subject in another way.
    @available(
      *, unavailable,
      message: """
        the requirement does not change its subject: in an extension its first parameter is \
        '_ subject: Subject'; a default is not 'mutating', and the setter of a class-bound \
        protocol's says so by 'Self: Swift::AnyObject' in the clause
        """
    )
    public static subscript(dynamicMember name: String) -> NoRequirement { NoRequirement() }
  }

  /// A method that changes its subject.
  @dynamicMemberLookup
  public enum TakesInOut<Rest> {
    /// The method's other properties.
    public typealias takesInOut = Rest
    /// The fallback for methods that take the subject in another way.
    @available(
      *, unavailable,
      message: """
        the requirement can change its subject: in an extension its first parameter is \
        '_ subject: inout Subject'; a default is 'mutating'
        """
    )
    public static subscript(dynamicMember name: String) -> NoRequirement { NoRequirement() }
  }

  /// A method that takes the subject's type.
  @dynamicMemberLookup
  public enum TakesType<Rest> {
    /// The method's other properties.
    public typealias takesType = Rest
    /// The fallback for methods that take the subject in another way.
    @available(
      *, unavailable,
      message: """
        the requirement is static or an initialiser: in an extension its first parameter is \
        '_ subject: Subject.Type'; a default is 'static'
        """
    )
    public static subscript(dynamicMember name: String) -> NoRequirement { NoRequirement() }
  }

  /// A method that runs on its subject, an actor.
  @dynamicMemberLookup
  public enum TakesIsolated<Rest> {
    /// The method's other properties.
    public typealias takesIsolated = Rest
    /// The fallback for methods that take the subject in another way.
    @available(
      *, unavailable,
      message: """
        the requirement runs on its subject, an actor: in an extension its first parameter is \
        '_ subject: isolated Subject'; the clause of defaults has 'Self: Swift::Actor'
        """
    )
    public static subscript(dynamicMember name: String) -> NoRequirement { NoRequirement() }
  }

  /// A method that borrows its noncopyable subject.
  @dynamicMemberLookup
  public enum TakesBorrowing<Rest> {
    /// The method's other properties.
    public typealias takesBorrowing = Rest
    /// The fallback for methods that take the subject in another way.
    @available(
      *, unavailable,
      message: """
        the requirement borrows its subject, which may be noncopyable: in an extension its first \
        parameter is '_ subject: borrowing Subject'
        """
    )
    public static subscript(dynamicMember name: String) -> NoRequirement { NoRequirement() }
  }

  /// A method that consumes its noncopyable subject.
  @dynamicMemberLookup
  public enum TakesConsuming<Rest> {
    /// The method's other properties.
    public typealias takesConsuming = Rest
    /// The fallback for methods that take the subject in another way.
    @available(
      *, unavailable,
      message: """
        the requirement consumes its subject, which may be noncopyable: in an extension its first \
        parameter is '_ subject: consuming Subject'
        """
    )
    public static subscript(dynamicMember name: String) -> NoRequirement { NoRequirement() }
  }

  /// A method that is `async`.
  @dynamicMemberLookup
  public enum IsAsync<Rest> {
    /// The requirement's number.
    public typealias isAsync = Rest
    /// The fallback for methods that are not.
    @available(
      *, unavailable, message: "the requirement is async: write 'async' after the parameters"
    )
    public static subscript(dynamicMember name: String) -> NoRequirement { NoRequirement() }
  }

  /// A method that is not `async`.
  @dynamicMemberLookup
  public enum IsSync<Rest> {
    /// The requirement's number.
    public typealias isSync = Rest
    /// The fallback for methods that are `async`.
    @available(*, unavailable, message: "the requirement is not async: remove 'async'")
    public static subscript(dynamicMember name: String) -> NoRequirement { NoRequirement() }
  }
}
