// SPDX-License-Identifier: Apache-2.0

extension GeneratedCode {
  /// The join points of a protocol, one for each requirement. `@Extensible` writes them, as
  /// structures that consist of a scope.
  public protocol JoinPointSet: Sendable {
    /// What is written beside the protocol.
    associatedtype _Support: ExtensibleSupport
    /// A subject's type, where closures see `any P` as `any P.Type`.
    associatedtype _SubjectType
    /// The join points of some subjects.
    init(_scope: JoinPointScope)
  }
}

// From and to memory, so that no protocol's module has a symbol for it. The macro writes a set
// as a structure with this reference as its only field, and a structure has the layout of its
// only field (Swift's ABI, TypeLayout: "Fragile Struct and Tuple Layout").
extension GeneratedCode.JoinPointSet {
  /// The join points of some subjects.
  @_alwaysEmitIntoClient @inline(__always)
  public init(_scope: GeneratedCode.JoinPointScope) {
    self = unsafe unsafeBitCast(_scope, to: Self.self)
  }

  /// Which subjects they are for.
  @_alwaysEmitIntoClient @inline(__always)
  public var _scope: GeneratedCode.JoinPointScope {
    unsafe unsafeBitCast(self, to: Unmanaged<GeneratedCode.JoinPointScope>.self)
      .takeUnretainedValue()
  }
}

/// Where advice for calls on several types is installed that see `any P`: `PJoinPoints` is
/// this for protocol `P`.
public enum JoinPoints<Points: GeneratedCode.JoinPointSet> {
  /// The join points of every subject.
  public static var everySubject: Points {
    Points(_scope: .everySubject(Points._Support._description()))
  }

  /// The join points of a type that is only known at run time.
  public static func type(_ type: Points._SubjectType) -> Points {
    Points(_scope: .type(type as! Any.Type, Points._Support._description()))
  }

  /// The join points of a type by its name with the module, now or when an image brings it.
  public static func type(named name: String) -> Points {
    Points(_scope: .type(named: name, Points._Support._description()))
  }
}

/// The class `PExtension<Subject>` of a protocol that has join points.
public protocol AdvisableBase: ExtensionBase {
  /// The conforming type.
  associatedtype Subject
  /// One for each requirement.
  associatedtype _JoinPoints: GeneratedCode.JoinPointSet
}

extension AdvisableBase {
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

/// What generated code inherits from: `GeneratedCode.JoinPointSet`; see `_ExtensibleSupport`.
public typealias _JoinPointSet = GeneratedCode.JoinPointSet
