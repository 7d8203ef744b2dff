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
    // A metatype value is the address of the metadata (swift/docs/ABI/TypeMetadata.rst).
    address = unsafeBitCast(type, to: UnsafeRawPointer.self)
  }

  init(address: UnsafeRawPointer) {
    self.address = address
  }

  /// The type as a value. Metadata lives as long as the process, or its image.
  var type: Any.Type { unsafeBitCast(address, to: Any.Type.self) }

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
    (type as? AnyClass).flatMap { _getSuperclass($0) }.map { TypeMetadata($0) }
  }

  private func isSubclass(of other: TypeMetadata) -> Bool {
    superclass.map { $0 == other || $0.isSubclass(of: other) } ?? false
  }
}
