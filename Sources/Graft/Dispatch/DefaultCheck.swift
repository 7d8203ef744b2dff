// SPDX-License-Identifier: Apache-2.0

extension GeneratedCode {
  /// Overloads that check the types of a requirement, which a macro does not see.
  ///
  /// The compiler chooses the unavailable one if there can be no default.
  public enum DefaultCheck {
    /// The type of a setter's value in generated code, which passes it on more than once.
    public typealias CopyableValue<Value> = Value

    /// Accepts a setter's value that can be copied.
    ///
    /// A metatype can't be written for each type: `(AnyClass).Type` is an existential.
    public static func value<Value>(_ none: consuming Value?) {}

    /// Rejects a setter's value that can't be copied.
    @available(
      *, unavailable,
      message: """
        a setter whose value can't be copied has a default only if its requirement is marked \
        @Unadvised; or mark it @Required, and implement it in each conforming type
        """
    )
    public static func value<Value: ~Copyable>(_ none: consuming Value?) {}

    /// Accepts a global actor as an attribute of a requirement.
    public static func globalActor<Isolation: GlobalActor>(_ type: Isolation.Type) {}

    /// Rejects other attributes.
    @available(
      *, unavailable,
      message: """
        an attribute that is no global actor, as a result builder or a macro, has no place at a \
        default: mark the requirement @Required, or write it at the conforming types' own bodies
        """
    )
    @_disfavoredOverload
    public static func globalActor<Attribute>(_ type: Attribute.Type) {}

    /// Accepts the type that has an advisable member.
    ///
    /// - Parameters:
    ///   - named: the type by its name.
    ///   - own: the member's `Self`.
    public static func owner<Owner: ~Copyable & ~Escapable>(
      _ named: Owner.Type, _ own: Owner.Type
    ) {}

    /// Rejects a protocol.
    @available(
      *, unavailable,
      message: """
        a default in an extension of a protocol belongs to no single type: write it as a class \
        with @Extension, and advise that
        """
    )
    @_disfavoredOverload
    public static func owner<Named, Own>(_ named: Named.Type, _ own: Own.Type) {}

    /// Accepts a module whose declarations are not isolated by default.
    ///
    /// - Parameter function: the type of a function without an isolation.
    public static func isolation(_ function: (@Sendable () -> Void).Type) {}

    /// Rejects a module whose declarations are isolated to the main actor by default.
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

    // The compiler prefers available overloads to more specialised ones. So these
    // functions return types that have the methods.

    /// Returns the checks for subjects that may be values.
    public static func subject<Subject>(_ type: Subject.Type) -> AnySubject { AnySubject() }
    /// Returns the checks for subjects that are objects.
    public static func subject<Subject: AnyObject>(_ type: Subject.Type) -> ObjectSubject {
      ObjectSubject()
    }

    /// A subject that may be a value.
    public struct AnySubject {
      /// Accepts a setter.
      public func isSet() {}
      /// Accepts an initialiser.
      public func isMade() {}
    }

    /// A subject that is an object.
    public struct ObjectSubject {
      /// Rejects a setter of a protocol without `AnyObject`.
      @available(
        *, unavailable,
        message: """
          the protocol is class-bound through another one, which a macro does not see: write \
          'AnyObject' in its own inheritance clause too
          """
      )
      public func isSet() {}

      /// Rejects an initialiser.
      @available(
        *, unavailable,
        message: """
          a default can't make an object of a class-bound protocol: mark the initialiser \
          @Required, or require a static method
          """
      )
      public func isMade() {}
    }

    /// Returns the check for an attribute that is a result builder by its name.
    public static func builder<Builder>(_ type: Builder.Type) -> ResultBuilder { ResultBuilder() }
    /// Returns the check for a global actor of such a name.
    public static func builder<Isolation: GlobalActor>(
      _ type: Isolation.Type
    ) -> IsolatingBuilder { IsolatingBuilder() }

    /// A result builder.
    public struct ResultBuilder {
      /// Accepts a result builder.
      public func isBuilder() {}
    }

    /// A global actor whose name is that of a result builder.
    public struct IsolatingBuilder {
      /// Rejects a global actor.
      @available(
        *, unavailable,
        message: """
          an attribute whose name ends in 'Builder' is taken for a result builder: give the global \
          actor another name, or mark the requirement @Required
          """
      )
      public func isBuilder() {}
    }

    /// The result of a call of a requirement's name if no refined protocol has a member of it.
    public struct NoAncestor {}

    /// The result of a call, which can be `Void`.
    public struct Found<Value: ~Copyable>: ~Copyable {
      /// The result.
      public let value: Value

      /// Wraps the result of a call.
      ///
      /// - Parameter value: the result of the call.
      public init(_ value: consuming Value) { self.value = value }
    }

    /// Accepts a requirement whose name no refined protocol has.
    public static func ancestor(_ found: NoAncestor) {}

    /// Rejects a requirement whose name a refined protocol has.
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
