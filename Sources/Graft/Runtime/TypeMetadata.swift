// SPDX-License-Identifier: Apache-2.0

/// What Swift's metadata says of classes and protocols, beyond what the language
/// can ask. The layouts are those of the Swift ABI (swift/docs/ABI/TypeMetadata.rst
/// and swift/include/swift/ABI/Metadata.h).
struct TypeMetadata {
  private enum Kind {
    static let `class`: UInt = 0
    static let existential: UInt = 0x303
  }

  private let address: UnsafeRawPointer

  init(_ type: Any.Type) {
    address = unsafeBitCast(type, to: UnsafeRawPointer.self)
  }

  private var kind: UInt { address.load(as: UInt.self) }

  var isClass: Bool { kind == Kind.class }

  /// The protocols of an existential type, and whether it takes objects only.
  private struct Existential {
    let isClassBound: Bool
    let hasSuperclass: Bool
    let protocols: [ProtocolDescriptor]

    /// Words: the kind; flags and the number of protocols; the superclass if there
    /// is one; the protocols.
    init?(_ type: TypeMetadata) {
      guard type.kind == Kind.existential else { return nil }
      let flags = type.address.load(fromByteOffset: 8, as: UInt32.self)
      let count = type.address.load(fromByteOffset: 12, as: UInt32.self)
      isClassBound = flags & 0x8000_0000 == 0
      hasSuperclass = flags & 0x4000_0000 != 0
      let first = hasSuperclass ? 24 : 16
      let address = type.address
      protocols = (0..<Int(count)).map { index in
        ProtocolDescriptor(
          address: address.load(fromByteOffset: first + 8 * index, as: UnsafeRawPointer.self))
      }
    }
  }

  /// True if every type that conforms to (or inherits from) this one also conforms
  /// to `other`: the same type, a subclass, or a protocol that refines it.
  func implies(_ other: TypeMetadata) -> Bool {
    if address == other.address { return true }
    if let wanted = Existential(other) {
      let wantsObjectOnly = wanted.protocols.isEmpty && wanted.isClassBound
      if isClass { return wantsObjectOnly }
      guard let own = Existential(self), !wanted.hasSuperclass else { return false }
      if wantsObjectOnly { return own.isClassBound }
      return wanted.protocols.allSatisfy { protocolWanted in
        own.protocols.contains { $0.refines(protocolWanted) }
      }
    }
    return isClass && other.isClass && isSubclass(of: other)
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

/// A protocol's descriptor: flags, parent, name, the number of requirements in its
/// signature and of its own requirements, associated types (32 bits each), then the
/// signature: entries of flags, subject and what is required of it.
private struct ProtocolDescriptor: Equatable {
  let address: UnsafeRawPointer

  private static let headerByteCount = 24
  private static let entryByteCount = 12
  private static let kindMask: UInt32 = 0x1f
  private static let conformance: UInt32 = 0

  func refines(_ other: ProtocolDescriptor) -> Bool {
    self == other || refinedProtocols.contains { $0.refines(other) }
  }

  /// What the declaration inherits from: conformances that its signature asks of
  /// `Self`.
  private var refinedProtocols: [ProtocolDescriptor] {
    let count = address.load(fromByteOffset: 12, as: UInt32.self)
    return (0..<Int(count)).compactMap { index in
      let entry = address + Self.headerByteCount + Self.entryByteCount * index
      guard entry.load(as: UInt32.self) & Self.kindMask == Self.conformance,
        subject(of: entry) == "x"
      else { return nil }
      return requiredProtocol(of: entry)
    }
  }

  /// A mangled type; `Self` is "x".
  private func subject(of entry: UnsafeRawPointer) -> String {
    let name = entry + 4 + Int((entry + 4).load(as: Int32.self))
    return String(cString: name.assumingMemoryBound(to: CChar.self))
  }

  /// A relative pointer, with bit 0 set if it leads to the pointer. Bit 1 would
  /// mean Objective-C.
  private func requiredProtocol(of entry: UnsafeRawPointer) -> ProtocolDescriptor {
    let offset = (entry + 8).load(as: Int32.self)
    let target = entry + 8 + Int(offset & ~3)
    guard offset & 1 != 0 else { return ProtocolDescriptor(address: target) }
    return ProtocolDescriptor(address: target.load(as: UnsafeRawPointer.self))
  }
}
