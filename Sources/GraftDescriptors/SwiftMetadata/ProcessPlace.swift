// SPDX-License-Identifier: Apache-2.0

/// Places in this process, in what its images have mapped.
extension UnsafeRawPointer: MetadataPlace {
  @inlinable
  package func byte(at offset: Int) -> UInt8 { load(fromByteOffset: offset, as: UInt8.self) }

  @inlinable
  package func half(at offset: Int) -> UInt16 { load(fromByteOffset: offset, as: UInt16.self) }

  /// Mangled names have references at any address.
  @inlinable
  package func word(at offset: Int) -> UInt32 {
    loadUnaligned(fromByteOffset: offset, as: UInt32.self)
  }

  @inlinable
  package func pointer() -> UnsafeRawPointer? { load(as: UnsafeRawPointer?.self) }

  @inlinable
  package var target: UnsafeRawPointer { self }
}
