// SPDX-License-Identifier: Apache-2.0

import CGraftLoader

#if !_pointerBitWidth(_64)
  #error("Graft reads Swift's metadata, and knows that of 64-bit platforms only.")
#endif

/// A type's metadata.
///
/// The layouts in this folder are those of the Swift ABI
/// (swift/docs/ABI/TypeMetadata.rst and swift/include/swift/ABI/Metadata.h).
struct TypeMetadata: Equatable {
  let address: UnsafeRawPointer

  init(_ type: Any.Type) {
    // A metatype value is the address of the metadata.
    address = unsafeBitCast(type, to: UnsafeRawPointer.self)
  }

  init(address: UnsafeRawPointer) {
    self.address = address
  }

  var type: Any.Type { unsafeBitCast(address, to: Any.Type.self) }

  /// The first word; for classes 0, or with Objective-C the address of their own
  /// class, which no kind is as large as.
  var kind: UInt { address.load(as: UInt.self) }

  #if canImport(Darwin)
    var isClass: Bool { kind > 0x7ff }

    /// The descriptor's offset in a class, in bytes.
    private static let classDescriptorOffset = 64

    /// Whether it is a class of Swift, with a descriptor: Objective-C's are shorter.
    private var hasClassDescriptor: Bool {
      address.load(fromByteOffset: 32, as: UInt.self) & 2 != 0
    }
  #else
    var isClass: Bool { kind == 0 }

    /// The descriptor's offset in a class, in bytes.
    private static let classDescriptorOffset = 40

    private var hasClassDescriptor: Bool { true }
  #endif

  var isFunction: Bool { kind == 0x302 }

  /// The layout of its values, in bytes.
  ///
  /// The address of the value witnesses stands before the metadata: eight functions, size, stride,
  /// and flags, whose first byte is the alignment's mask.
  var layout: (size: Int, alignment: Int) {
    let witnesses = (address - 8).load(as: UnsafeRawPointer.self)
    return (
      witnesses.load(fromByteOffset: 64, as: Int.self),
      Int(witnesses.load(fromByteOffset: 80, as: UInt8.self)) + 1
    )
  }

  /// Whether this is the other type, a subclass of it, or a protocol that refines it.
  func implies(_ other: TypeMetadata) -> Bool {
    if self == other { return true }
    if let wanted = ExistentialType(other) {
      if isClass { return wanted.isAnyObject }
      return ExistentialType(self)?.implies(wanted) ?? false
    }
    return isClass && other.isClass && isSubclass(of: other)
  }

  /// Whether a protocol of this existential type inherits from the only one of `other`.
  func refines(_ other: TypeMetadata) -> Bool {
    guard let refined = ExistentialType(other)?.protocols.first else { return false }
    return ExistentialType(self)?.protocols.contains { $0 != refined && $0.refines(refined) }
      ?? false
  }

  var superclass: TypeMetadata? {
    guard isClass else { return nil }
    return _getSuperclass(unsafeBitCast(type, to: AnyClass.self)).map { TypeMetadata($0) }
  }

  private func isSubclass(of other: TypeMetadata) -> Bool {
    superclass.map { $0 == other || $0.isSubclass(of: other) } ?? false
  }
}

// Descriptors.
extension TypeMetadata {
  /// The descriptor of a class, structure, enumeration or optional.
  var descriptor: TypeDescriptor? {
    // The pointer follows the kind of values.
    guard isClass ? hasClassDescriptor : (0x200...0x202).contains(kind) else { return nil }
    return address.load(
      fromByteOffset: isClass ? Self.classDescriptorOffset : 8, as: UnsafeRawPointer?.self
    )
    .map { TypeDescriptor(address: $0) }
  }

  /// The descriptors that declare its conformances: its own and those of its superclasses.
  var declaringDescriptors: [TypeDescriptor] {
    sequence(first: self) { $0.isClass ? $0.superclass : nil }.compactMap(\.descriptor)
  }

  /// The shared objects that declare the type and its superclasses, by the addresses
  /// of their program headers.
  ///
  /// Metadata of generic types may lie elsewhere, but no descriptor does.
  var images: Set<UInt> {
    Set(
      declaringDescriptors.compactMap { descriptor in
        var image: UInt = 0
        return graft_shared_object_around(descriptor.address, &image) ? image : nil
      })
  }
}
