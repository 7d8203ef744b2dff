// SPDX-License-Identifier: Apache-2.0

/// The descriptors of types.
extension TypeMetadata {
  private static let structKind: UInt = 0x200
  private static let enumKind: UInt = 0x201

  /// Of an enumeration or a structure: classes also conform through their superclasses.
  private var valueDescriptor: TypeDescriptor? {
    guard kind == Self.structKind || kind == Self.enumKind else { return nil }
    return TypeDescriptor(address: address.load(fromByteOffset: 8, as: UnsafeRawPointer.self))
  }

  /// Nil for what is neither a class nor one of those.
  var descriptor: TypeDescriptor? {
    guard isClass else { return valueDescriptor }
    return address.load(fromByteOffset: 40, as: UnsafeRawPointer?.self)
      .map { TypeDescriptor(address: $0) }
  }

  /// Without generic parameters.
  var plainDescriptor: TypeDescriptor? {
    valueDescriptor.flatMap { $0.isGeneric ? nil : $0 }
  }

  /// Of an enumeration with one generic parameter, and no condition on that: the words
  /// after the descriptor are the generic arguments.
  var oneArgument: (TypeDescriptor, TypeMetadata)? {
    guard kind == Self.enumKind, let descriptor = valueDescriptor,
      descriptor.hasOneUnconstrainedParameter
    else { return nil }
    let argument = address.load(fromByteOffset: 16, as: UnsafeRawPointer.self)
    return (descriptor, TypeMetadata(address: argument))
  }
}
