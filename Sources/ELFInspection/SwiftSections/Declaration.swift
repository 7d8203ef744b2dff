// SPDX-License-Identifier: Apache-2.0

/// A type or protocol, identified by its descriptor.
enum Declaration: Hashable, Sendable {
  /// The descriptor's file and address.
  case described(file: Int, address: UInt64)
  /// The descriptor's symbol, if its file was not given.
  case elsewhere(symbol: String)
}

/// A context descriptor: flags, then relative pointers to the parent and the
/// name (swift/include/swift/ABI/Metadata.h).
struct ContextDescriptor {
  enum Kind: Hashable {
    case module, `extension`, anonymous, `protocol`, opaque, `class`, structure, enumeration
  }

  let file: SwiftFile
  let address: UInt64
  let kind: Kind
  let isGeneric: Bool
  /// Whether the library of a class's superclass had library evolution when the class was compiled.
  let hasResilientSuperclass: Bool
  /// Whether only classes can conform to a protocol.
  let isOfObjects: Bool

  private enum Flag {
    static let kind: UInt32 = 0x1f
    static let generic: UInt32 = 0x80
    static let resilientSuperclass: UInt32 = 1 << 29
    static let anyTypeConforms: UInt32 = 1 << 16
    static let version: UInt32 = 0xff00
  }

  private static let kinds: [UInt32: Kind] = [
    0: .module, 1: .extension, 2: .anonymous, 3: .protocol, 4: .opaque, 16: .class,
    17: .structure, 18: .enumeration,
  ]

  init(_ file: SwiftFile, at address: UInt64) throws(InspectionError) {
    let flags = try file.memory.u32(at: address)
    guard flags & Flag.version == 0, let kind = Self.kinds[flags & Flag.kind] else {
      throw InspectionError(
        .unsupported, "a Swift descriptor of an unknown kind or version",
        offset: address, value: UInt64(flags))
    }
    self.file = file
    self.address = address
    self.kind = kind
    isGeneric = flags & Flag.generic != 0
    isOfObjects = kind == .protocol && flags & Flag.anyTypeConforms == 0
    hasResilientSuperclass = kind == .class && flags & Flag.resilientSuperclass != 0
  }

  /// Whether it is part of a qualified name; extensions, anonymous contexts and opaque types of
  /// results are not.
  var isNamed: Bool { ![.extension, .anonymous, .opaque].contains(kind) }

  var name: String {
    get throws(InspectionError) {
      guard let name = try file.memory.relative(at: address &+ 8) else { return "" }
      return try file.memory.text(at: name)
    }
  }

  /// The address of the extended type, in an extension.
  var extendedType: UInt64? {
    get throws(InspectionError) { try file.memory.relative(at: address &+ 8) }
  }

  /// The address of the field descriptor, in a type with reflection metadata.
  var fields: UInt64? {
    get throws(InspectionError) { try file.memory.relative(at: address &+ 16) }
  }

  /// The address of the superclass, in a class.
  var superclass: UInt64? {
    get throws(InspectionError) { try file.memory.relative(at: address &+ 20) }
  }
}
