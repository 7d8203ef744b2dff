// SPDX-License-Identifier: Apache-2.0

/// A protocol's descriptor: flags, parent, name, the number of requirements in its
/// signature and of its own requirements, associated types (32 bits each), then the
/// signature.
struct ProtocolDescriptor: Equatable, @unchecked Sendable {
  let address: UnsafeRawPointer

  /// With its module.
  var qualifiedName: String { TypeDescriptor(address: address).qualifiedName }

  private static let headerByteCount = 24

  /// The same protocol, or one that it inherits from.
  func refines(_ other: ProtocolDescriptor) -> Bool {
    self == other || refinedProtocols.contains { $0.refines(other) }
  }

  /// Neither members nor other protocols.
  var requiresNothing: Bool { requirementCount == 0 && refinedProtocols.isEmpty }

  /// The entries of its tables behind the first: protocols that it refines, and members.
  var requirementCount: Int { Int(address.load(fromByteOffset: 16, as: UInt32.self)) }

  /// What the declaration inherits from: conformances that its signature asks of
  /// `Self`.
  var refinedProtocols: [ProtocolDescriptor] {
    let count = address.load(fromByteOffset: 12, as: UInt32.self)
    return GenericRequirement.list(at: address + Self.headerByteCount, count: Int(count))
      .filter { $0.kind == .conformance && $0.isOfFirstParameter }
      .map(\.requiredProtocol)
  }
}

/// One requirement of a generic signature: flags, then the mangled type that it is
/// about, then what is required of it; 32 bits each.
struct GenericRequirement {
  enum Kind: UInt32 {
    case conformance = 0
    case sameType = 1
    case superclass = 2
    /// Of `Copyable` and the like, as `~Copyable` writes it.
    case suppression = 5
    case layout = 0x1f
  }

  private let address: UnsafeRawPointer

  static func list(at first: UnsafeRawPointer, count: Int) -> [GenericRequirement] {
    (0..<count).map { GenericRequirement(address: first + 12 * $0) }
  }

  /// Nil for one that is not known here.
  var kind: Kind? { Kind(rawValue: address.load(as: UInt32.self) & 0x1f) }

  /// One whose table is passed where the requirement holds: of a type, not of a pack or a
  /// value, to a protocol that has tables.
  var isPlainConformance: Bool { address.load(as: UInt32.self) & 0x1ff == 0x80 }

  var subject: MangledName { MangledName(relativePointer: address + 4) }

  /// Whether the subject is the first generic parameter, which is called `x`, as a protocol's
  /// `Self` is.
  var isOfFirstParameter: Bool {
    let name = address + 4 + Int((address + 4).load(as: Int32.self))
    return name.load(as: UInt8.self) == UInt8(ascii: "x") && (name + 1).load(as: UInt8.self) == 0
  }

  /// The other type, of a requirement that two are the same.
  var requiredType: MangledName { MangledName(relativePointer: address + 8) }

  /// Of a conformance. Bit 1 of the pointer would mean Objective-C.
  var requiredProtocol: ProtocolDescriptor {
    ProtocolDescriptor(address: RelativePointer.indirectable(address + 8))
  }
}
