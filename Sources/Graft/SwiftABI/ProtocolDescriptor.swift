// SPDX-License-Identifier: Apache-2.0

/// A protocol's descriptor, in fields of 32 bits: flags, parent, name, the numbers of requirements
/// in its signature and of its own requirements, associated types; then the signature.
struct ProtocolDescriptor: Equatable, @unchecked Sendable {
  let address: UnsafeRawPointer

  init(address: UnsafeRawPointer) {
    self.address = address
  }

  /// The first protocol of a type such as `(any P).self`.
  init?(of existential: Any.Type) {
    guard let first = ExistentialType(TypeMetadata(existential))?.protocols.first else {
      return nil
    }
    self = first
  }

  /// The name with its module.
  var qualifiedName: String { TypeDescriptor(address: address).qualifiedName }

  /// Whether its module was built with library evolution.
  var isResilient: Bool { address.load(as: UInt32.self) & 1 << 17 != 0 }

  private static let headerByteCount = 24

  /// Whether it is the other protocol, or inherits from it.
  func refines(_ other: ProtocolDescriptor) -> Bool {
    self == other || refinedProtocols.contains { $0.refines(other) }
  }

  /// The number of entries in its tables after the first: refined protocols and
  /// members.
  var requirementCount: Int { Int(address.load(fromByteOffset: 16, as: UInt32.self)) }

  /// The protocols that the declaration inherits from.
  var refinedProtocols: [ProtocolDescriptor] {
    let count = address.load(fromByteOffset: 12, as: UInt32.self)
    return GenericRequirement.list(at: address + Self.headerByteCount, count: Int(count))
      .filter { $0.kind == .conformance && $0.isOfFirstParameter }
      .map(\.requiredProtocol)
  }
}

/// A requirement of a generic signature, in fields of 32 bits: flags, the mangled
/// type that is constrained, and the constraint.
struct GenericRequirement {
  enum Kind: UInt32 {
    case conformance = 0
    case sameType = 1
    case superclass = 2
    /// A suppressed conformance, as in `~Copyable`.
    case suppression = 5
    case layout = 0x1f
  }

  private let address: UnsafeRawPointer

  static func list(at first: UnsafeRawPointer, count: Int) -> [GenericRequirement] {
    (0..<count).map { GenericRequirement(address: first + 12 * $0) }
  }

  /// The kind; nil if it is unknown.
  var kind: Kind? { Kind(rawValue: address.load(as: UInt32.self) & 0x1f) }

  var subject: MangledName { MangledName(relativePointer: address + 4) }

  /// Whether the subject is the first generic parameter or `Self`, which are mangled `x`.
  var isOfFirstParameter: Bool {
    let name = address + 4 + Int((address + 4).load(as: Int32.self))
    return name.load(as: UInt8.self) == UInt8(ascii: "x") && (name + 1).load(as: UInt8.self) == 0
  }

  /// The other type of a same-type requirement.
  var requiredType: MangledName { MangledName(relativePointer: address + 8) }

  /// The protocol of a conformance.
  ///
  /// Bit 1 of the pointer would mean Objective-C.
  var requiredProtocol: ProtocolDescriptor {
    ProtocolDescriptor(address: RelativePointer.indirectable(address + 8))
  }
}
