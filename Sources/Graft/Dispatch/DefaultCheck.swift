// SPDX-License-Identifier: Apache-2.0

/// What a macro does not see of the types of a requirement, as a choice among overloads:
/// the compiler takes the unavailable one where there can be no default.
public enum DefaultCheck {
  public static func value<Value>(_ type: Value.Type) {}

  @available(
    *, unavailable,
    message: """
      a setter whose value can't be copied has a default only if its requirement is marked \
      @Unadvised; or mark it @Required, and implement it in each conforming type
      """
  )
  public static func value<Value: ~Copyable>(_ type: Value.Type) {}

  /// The compiler prefers what is available to what is more special: so this returns what
  /// the methods are of.
  public static func subject<Subject>(_ type: Subject.Type) -> AnySubject { AnySubject() }
  public static func subject<Subject: AnyObject>(_ type: Subject.Type) -> ObjectSubject {
    ObjectSubject()
  }

  public struct AnySubject {
    public func isSet() {}
    public func isMade() {}
  }

  public struct ObjectSubject {
    @available(
      *, unavailable,
      message: """
        the protocol is class-bound through another one, which a macro does not see: write \
        'AnyObject' in its own inheritance clause too
        """
    )
    public func isSet() {}

    @available(
      *, unavailable,
      message: """
        a default can't make an object of a class-bound protocol: mark the initialiser \
        @Required, or require a static method
        """
    )
    public func isMade() {}
  }
}
