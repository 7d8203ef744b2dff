// SPDX-License-Identifier: Apache-2.0

/// By which type a call is dispatched: an object's class, else the static type.
///
/// The keys are addresses of type metadata, which is what metatype values are
/// (swift/docs/ABI/TypeMetadata.rst); where the dynamic type decides, those of
/// classes are combined with a tag, an odd number. So the static type of an object
/// is never taken for the key of its class, and can be compared first. Only the code
/// of `@Extensible` uses keys.
public enum _DispatchKey {
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

  /// The key of a value: of an object's class, else of the static type.
  @inlinable
  @inline(__always)
  public static func of<Subject>(_ subject: Subject, classTag: UInt) -> UInt {
    switch _canBeClass(Subject.self) {
    case 0: ofType(Subject.self)
    case 1: ofReference(subject, classTag: classTag)
    default:
      isClass(ofType(Subject.self))
        ? ofReference(subject, classTag: classTag) : ofType(Subject.self)
    }
  }

  /// Whether the compiler does not know it, because the code is generic.
  @inlinable
  @inline(__always)
  static func mayOrMayNotBeClass<Subject>(_ type: Subject.Type) -> Bool {
    _canBeClass(type) == 2
  }

  /// Compares the type with a constant that is made of its name, and is never equal to it: no
  /// address of metadata is odd.
  ///
  /// The optimiser does not know that. Without this it merges the witnesses of types of one size,
  /// and each call takes 23 instructions instead of 15, since it jumps to the merged code
  /// (`benchmarks instructions`). A half of a word is enough: types whose names agree in it are
  /// merged, which is all that it costs them.
  @inlinable
  @inline(__always)
  static func isName<Subject>(of type: Subject.Type) -> Bool {
    guard _isConcrete(type) else { return false }
    // `String` is frozen, and two words long (Swift's ABI, "Type Layout"). What the words mean does
    // not matter here.
    let words = unsafeBitCast(_typeName(type, qualified: true), to: (UInt, UInt).self)
    // A short name lies in both words; of a long one the second is its address.
    let name = (words.0 ^ words.0 >> 32) &+ words.1 | 1
    return UInt32(truncatingIfNeeded: ofType(type)) == UInt32(truncatingIfNeeded: name)
  }

  /// Whether a type of this key is a class. Metadata begins with its kind, which is
  /// 0 for them.
  @inlinable
  @inline(__always)
  static func isClass(_ type: UInt) -> Bool {
    UnsafePointer<UInt>(bitPattern: type).unsafelyUnwrapped.pointee == 0
  }

  /// The key of an object, by a value whose type is known to be a class. This cast
  /// looks at a reference where it is: optimised, it neither copies nor retains. A native
  /// object begins with its class (swift/shims/HeapObject.h), on Linux without masks.
  @inlinable
  @inline(__always)
  static func ofReference<Subject>(_ subject: Subject, classTag: UInt) -> UInt {
    unsafeBitCast(subject, to: UnsafePointer<UInt>.self).pointee ^ classTag
  }
}
