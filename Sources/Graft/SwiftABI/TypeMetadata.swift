// SPDX-License-Identifier: Apache-2.0

#if !_pointerBitWidth(_64)
  #error("Graft reads Swift's metadata, and knows that of 64-bit platforms only.")
#endif

/// What Swift's metadata says of classes and protocols, beyond what the language
/// can ask. The layouts, here and in the files beside this, are those of the Swift
/// ABI (swift/docs/ABI/TypeMetadata.rst and swift/include/swift/ABI/Metadata.h).
struct TypeMetadata: Equatable {
  let address: UnsafeRawPointer

  init(_ type: Any.Type) {
    address = unsafeBitCast(type, to: UnsafeRawPointer.self)
  }

  init(address: UnsafeRawPointer) {
    self.address = address
  }

  /// The first word; 0 for classes.
  var kind: UInt { address.load(as: UInt.self) }

  var isClass: Bool { kind == 0 }

  /// True if every type that conforms to (or inherits from) this one also conforms
  /// to `other`: the same type, a subclass, or a protocol that refines it.
  func implies(_ other: TypeMetadata) -> Bool {
    if self == other { return true }
    if let wanted = ExistentialType(other) {
      if isClass { return wanted.isAnyObject }
      return ExistentialType(self)?.implies(wanted) ?? false
    }
    return isClass && other.isClass && isSubclass(of: other)
  }

  /// True for a type of existentials one protocol of which inherits from the only
  /// one of `other`.
  func refines(_ other: TypeMetadata) -> Bool {
    guard let refined = ExistentialType(other)?.protocols.first else { return false }
    return ExistentialType(self)?.protocols.contains { $0 != refined && $0.refines(refined) }
      ?? false
  }

  /// Of a class that has one.
  var superclass: TypeMetadata? {
    _getSuperclass(unsafeBitCast(address, to: AnyClass.self)).map { TypeMetadata($0) }
  }

  private func isSubclass(of other: TypeMetadata) -> Bool {
    var type: AnyClass? = unsafeBitCast(address, to: AnyClass.self)
    while let current = type {
      if unsafeBitCast(current, to: UnsafeRawPointer.self) == other.address { return true }
      type = _getSuperclass(current)
    }
    return false
  }
}
