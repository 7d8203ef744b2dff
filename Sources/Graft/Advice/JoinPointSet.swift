// SPDX-License-Identifier: Apache-2.0

/// The join points of a protocol, one for each requirement. `@Extensible` writes them.
public protocol _JoinPointSet: Sendable {
  /// Those of some subjects.
  init(_scope: _JoinPointScope)
  /// That of the requirement of a number; nil where no closure can advise it.
  func _point(_ requirement: Int) -> (any UntypedJoinPoint)?
}

/// What `@Extensible` writes beside a protocol of which closures can see every subject.
public protocol _AdvisedProtocol: _ExtensibleSupport {
  /// A subject's type, as `any P.Type`.
  associatedtype _AnySubjectType
  /// The join points where closures see `any P`.
  associatedtype _AnyJoinPoints: _JoinPointSet
}

/// Where advice for calls on several types is installed that see `any P`: `PJoinPoints` is
/// this for protocol `P`.
public enum JoinPoints<Advised: _AdvisedProtocol> {
  /// Those of every subject.
  public static var everySubject: Advised._AnyJoinPoints {
    Advised._AnyJoinPoints(_scope: .everySubject(Advised.description))
  }

  /// Those of a type that is a value.
  public static func subject(_ type: Advised._AnySubjectType) -> Advised._AnyJoinPoints {
    Advised._AnyJoinPoints(_scope: .subject(type as! Any.Type, Advised.description))
  }

  /// Those of a type by its name with the module, now or when an image brings it.
  public static func whenAvailable(_ name: String) -> Advised._AnyJoinPoints {
    Advised._AnyJoinPoints(_scope: .type(named: name, Advised.description))
  }
}

/// The class `PExtension<Subject>` of a protocol that has join points.
public protocol AdvisableBase: ExtensionBase {
  /// The conforming type.
  associatedtype Subject
  /// One for each requirement.
  associatedtype _JoinPoints: _JoinPointSet
}

extension AdvisableBase {
  /// The subject's type.
  public static var subject: Any.Type { Subject.self }

  /// Where closures advise a requirement; nil where no closure can.
  public static func joinPoint(
    _ requirement: Int, _ scope: _JoinPointScope
  ) -> (any UntypedJoinPoint)? { _JoinPoints(_scope: scope)._point(requirement) }

  /// Where advice for calls on this subject's type is installed.
  public static var joinPoints: _JoinPoints { _JoinPoints(_scope: .type(Self.self)) }

  /// Where advice for calls on a class and its subclasses is installed.
  public static var joinPointsWithSubclasses: _JoinPoints {
    _JoinPoints(_scope: .subclasses(Self.self))
  }

  /// Where advice for calls on one object is installed, which is not kept alive.
  public static func joinPoints(of object: Subject) -> _JoinPoints where Subject: AnyObject {
    _JoinPoints(_scope: .object(object, Self.self))
  }
}
