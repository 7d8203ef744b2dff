// SPDX-License-Identifier: Apache-2.0

import CGraftLoader

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

/// The descriptors of types.
extension TypeMetadata {
  private static let structKind: UInt = 0x200
  private static let enumKind: UInt = 0x201
  private static let optionalKind: UInt = 0x202

  /// Of an enumeration or a structure: classes also conform through their superclasses.
  private var valueDescriptor: TypeDescriptor? {
    guard [Self.structKind, Self.enumKind, Self.optionalKind].contains(kind) else { return nil }
    return TypeDescriptor(address: address.load(fromByteOffset: 8, as: UnsafeRawPointer.self))
  }

  /// Nil for what is neither a class nor one of those.
  var descriptor: TypeDescriptor? {
    guard isClass else { return valueDescriptor }
    return address.load(fromByteOffset: 40, as: UnsafeRawPointer?.self)
      .map { TypeDescriptor(address: $0) }
  }

  /// Of such an enumeration: the words after the descriptor are the generic arguments.
  var firstArgument: TypeMetadata {
    TypeMetadata(address: address.load(fromByteOffset: 16, as: UnsafeRawPointer.self))
  }

  /// Of an enumeration with generic parameters.
  var genericEnumDescriptor: TypeDescriptor? {
    guard kind == Self.enumKind, let descriptor = valueDescriptor, descriptor.isGeneric else {
      return nil
    }
    return descriptor
  }
}

/// Where the code of a type is.
extension TypeMetadata {
  /// The shared objects that declare a class or one that it inherits from, by where their
  /// program headers are.
  var imagesOfClass: Set<UInt> {
    var images: Set<UInt> = []
    var next: TypeMetadata? = self
    while let type = next {
      images.formUnion(Self.image(of: type.address + Self.classDescriptorOffset))
      next = type.superclass
    }
    return images
  }

  /// The shared object that declares a struct or an enumeration, by where its program headers
  /// are.
  var imagesOfValue: Set<UInt> {
    Self.valueKinds.contains(kind) ? Self.image(of: address + Self.valueDescriptorOffset) : []
  }

  /// Words: kind, superclass, two of sizes and flags, and a half of each.
  private static let classDescriptorOffset = 40
  private static let valueDescriptorOffset = 8
  private static let valueKinds: ClosedRange<UInt> = 0x200...0x202

  /// By the descriptor, which lies in the image also if the metadata of a generic type
  /// was made at run time.
  private static func image(of field: UnsafeRawPointer) -> Set<UInt> {
    var image: UInt = 0
    let descriptor = field.load(as: UnsafeRawPointer?.self)
    guard let descriptor, graft_shared_object_around(descriptor, &image) else { return [] }
    return [image]
  }
}
