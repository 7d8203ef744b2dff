// SPDX-License-Identifier: Apache-2.0

extension GeneratedCode {
  /// The join points of a protocol, one for each requirement.
  ///
  /// `@Extensible` writes them as structures that consist of a scope.
  public protocol JoinPointSet: Sendable {
    /// The enumeration beside the protocol.
    associatedtype _Support: ExtensibleSupport
    /// The type of subjects' types, such as `any P.Type`.
    associatedtype _SubjectType
    /// Creates the join points of some subjects.
    init(_scope: JoinPointScope)
  }
}

// These casts save each protocol's module a symbol. A set is a structure with this
// reference as its only field, which has the same layout (Swift's ABI, TypeLayout:
// "Fragile Struct and Tuple Layout").
extension GeneratedCode.JoinPointSet {
  /// Creates the join points of some subjects.
  public init(_scope: GeneratedCode.JoinPointScope) {
    self = unsafe unsafeBitCast(_scope, to: Self.self)
  }

  /// The subjects of the join points.
  public var _scope: GeneratedCode.JoinPointScope {
    unsafe unsafeBitCast(self, to: Unmanaged<GeneratedCode.JoinPointScope>.self)
      .takeUnretainedValue()
  }
}

/// The join points of several types, whose closures see `any P`: `PJoinPoints` of protocol `P`.
public enum JoinPoints<Points: GeneratedCode.JoinPointSet> {
  /// The join points of every subject.
  public static var everySubject: Points { points(of: .everySubject) }

  /// The join points of a type that is known at run time.
  public static func type(_ type: Points._SubjectType) -> Points {
    points(of: .type(TypeMetadata(type as! Any.Type)))
  }

  /// The join points of a type by its qualified name such as `Zoo.Dog`.
  ///
  /// An image may bring the type later.
  public static func type(named name: String) -> Points { points(of: .typeNamed(name)) }

  private static func points(of scope: AdviceScope) -> Points {
    Points(_scope: .init(Points._Support._description(), scope))
  }
}

/// The class `PExtension<Subject>` of a protocol that has join points.
public protocol AdvisableBase: ExtensionBase {
  /// The conforming type.
  associatedtype Subject
  /// The join points of the requirements.
  associatedtype _JoinPoints: GeneratedCode.JoinPointSet
  /// The join points of the requirements that mean the same for a class and its subclasses.
  associatedtype _JoinPointsOfClass: GeneratedCode.JoinPointSet
}

extension AdvisableBase {
  /// The join points of this subject's type.
  public static var joinPoints: _JoinPoints { _JoinPoints(_scope: .type(Self.self)) }

  /// The join points of a class and its subclasses.
  ///
  /// A requirement with `Self` or an associated type in its types has none, since a closure for the
  /// class would meet another type in a call on a subclass.
  public static var joinPointsWithSubclasses: _JoinPointsOfClass {
    let type = TypeMetadata(subject)
    let scope = type.isClass ? AdviceScope.subclasses(of: type) : .type(type)
    return _JoinPointsOfClass(_scope: .init(extensibleProtocol, scope))
  }

  /// The join points of one object, which is not kept alive.
  ///
  /// They are those of `joinPointsWithSubclasses`, since the object may be of a subclass.
  public static func joinPoints(of object: Subject) -> _JoinPointsOfClass
  where Subject: AnyObject {
    _JoinPointsOfClass(_scope: .init(extensibleProtocol, .object(WeakObject(object))))
  }
}

/// The name by which generated code inherits from `GeneratedCode.JoinPointSet`.
public typealias _JoinPointSet = GeneratedCode.JoinPointSet
