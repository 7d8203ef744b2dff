// SPDX-License-Identifier: Apache-2.0

/// By which type a call is dispatched: an object's class, else the static type.
///
/// The keys are addresses of type metadata. Only the code of `@Extensible` uses
/// them.
public enum DispatchKey {
  /// The key of a value: for an object its dynamic class.
  @inlinable
  @inline(__always)
  public static func of<Subject>(_ subject: borrowing Subject) -> UInt {
    let type = unsafeBitCast(Subject.self as Any.Type, to: UnsafePointer<UInt>.self)
    // Metadata begins with its kind, which is 0 for classes.
    if type.pointee != 0 { return UInt(bitPattern: type) }
    return dynamicClass(subject)
  }

  /// The key of an object of a class-bound protocol.
  @inlinable
  @inline(__always)
  public static func ofObject<Subject: AnyObject>(_ subject: Subject) -> UInt {
    unsafeBitCast(subject, to: UnsafePointer<UInt>.self).pointee
  }

  /// The key of a type.
  @inlinable
  @inline(__always)
  public static func ofType<Subject: ~Copyable>(_ type: Subject.Type) -> UInt {
    unsafeBitCast(type, to: UInt.self)
  }

  /// The key of a type that is a value.
  static func ofErased(_ type: Any.Type) -> UInt {
    unsafeBitCast(type, to: UInt.self)
  }
}

/// In C, because generic Swift code would copy the reference to look at it.
@_silgen_name("graft_dynamic_class")
@usableFromInline
func dynamicClass<Subject>(_ subject: borrowing Subject) -> UInt
