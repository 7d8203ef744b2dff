// SPDX-License-Identifier: Apache-2.0

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
