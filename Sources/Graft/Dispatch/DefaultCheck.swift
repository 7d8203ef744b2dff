// SPDX-License-Identifier: Apache-2.0

extension GeneratedCode {
  /// What a macro does not see of the types of a requirement, as a choice among overloads:
  /// the compiler takes the unavailable one where there can be no default. Only the code of
  /// `@Extensible` uses it.
  public enum DefaultCheck {
    /// The type of a setter's value in generated code, which passes it on more than once.
    public typealias CopyableValue<Value> = Value

    /// For the value of a setter that can be copied.
    public static func value<Value>(_ type: Value.Type) {}

    /// For one that can't.
    @available(
      *, unavailable,
      message: """
        a setter whose value can't be copied has a default only if its requirement is marked \
        @Unadvised; or mark it @Required, and implement it in each conforming type
        """
    )
    public static func value<Value: ~Copyable>(_ type: Value.Type) {}

    /// An attribute of a requirement is one of its default too.
    public static func globalActor<Isolation: GlobalActor>(_ type: Isolation.Type) {}

    /// An attribute of another kind is none.
    @available(
      *, unavailable,
      message: """
        an attribute that is no global actor, as a result builder or a macro, has no place at a \
        default: mark the requirement @Required, or write it at the conforming types' own bodies
        """
    )
    @_disfavoredOverload
    public static func globalActor<Attribute>(_ type: Attribute.Type) {}

    /// For what is nobody's by default.
    ///
    /// - Parameter function: the type of a function that says nothing of its isolation.
    public static func isolation(_ function: (@Sendable () -> Void).Type) {}

    /// For what is the main actor's by default.
    @available(
      *, unavailable,
      message: """
        an async requirement runs where it is called, which in a module that is the main actor's by \
        default has to be said: write '@MainActor' before the protocol, or 'nonisolated'
        """
    )
    public static func isolation(
      _ function: (@MainActor @Sendable () -> Void).Type, _: Never? = nil
    ) {}

    // The compiler prefers what is available to what is more special: so these return what
    // the methods are of.

    /// For a subject that may be a value.
    public static func subject<Subject>(_ type: Subject.Type) -> AnySubject { AnySubject() }
    /// For one that is an object.
    public static func subject<Subject: AnyObject>(_ type: Subject.Type) -> ObjectSubject {
      ObjectSubject()
    }

    /// A subject that may be a value.
    public struct AnySubject {
      /// For a requirement with a setter.
      public func isSet() {}
      /// For an initialiser.
      public func isMade() {}
    }

    /// A subject that is an object.
    public struct ObjectSubject {
      /// For a requirement with a setter, of a protocol that does not say `AnyObject`.
      @available(
        *, unavailable,
        message: """
          the protocol is class-bound through another one, which a macro does not see: write \
          'AnyObject' in its own inheritance clause too
          """
      )
      public func isSet() {}

      /// For an initialiser.
      @available(
        *, unavailable,
        message: """
          a default can't make an object of a class-bound protocol: mark the initialiser \
          @Required, or require a static method
          """
      )
      public func isMade() {}
    }

    /// What a call of a requirement's name has as its result if no protocol that the
    /// extensible one refines has a member of this name.
    public struct NoAncestor {}

    /// What a call has as its result, which can be nothing.
    public struct Found<Value: ~Copyable>: ~Copyable {
      /// The result.
      public let value: Value

      /// - Parameter value: the call.
      public init(_ value: consuming Value) { self.value = value }
    }

    /// For a requirement of a name of its own.
    public static func ancestor(_ found: NoAncestor) {}

    /// For one that something else is called, too.
    @available(
      *, unavailable,
      message: """
        a protocol that this one refines has a member of this name, of which the default would \
        take the place: mark the requirement @Required
        """
    )
    @_disfavoredOverload
    public static func ancestor<Found: ~Copyable>(_ found: borrowing Found) {}
  }
}
