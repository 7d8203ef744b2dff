// SPDX-License-Identifier: Apache-2.0

import CGraftLoader

/// That a type conforms to a protocol, as an image declares it: relative pointers to the
/// protocol and to the type, 32 bits each, one to the witness table, and flags.
struct ConformanceRecord: Equatable {
  let address: UnsafeRawPointer

  private enum Flag {
    static let typeKind: UInt32 = 0x38
    static let isRetroactive: UInt32 = 0x40
    static let conditionCount: UInt32 = 0xff00
    /// Tables that the runtime makes, and two kinds of conformances of which it has to say
    /// where they hold: bit 19 is for those that are for a global actor only.
    static let hasResilientWitnesses: UInt32 = 0x1_0000
    static let hasGenericTable: UInt32 = 0x2_0000
    static let isOfProtocol: UInt32 = 0x4_0000
    static let isIsolated: UInt32 = 0x8_0000
    /// What no Swift up to 6.3 sets (`ConformanceFlags` in swift/ABI/MetadataValues.h): the three
    /// lowest bits, and bits 21 to 23.
    static let unknown: UInt32 = 0xe0_0007
  }

  init(address: UnsafeRawPointer) {
    self.address = address
  }

  init(relativePointer field: UnsafeRawPointer) {
    address = RelativePointer.direct(field)
  }

  /// Those that say that the record is of another layout than is read here; 0 for none.
  var unknownFlags: UInt32 {
    let isOfKnownKind = flags & Flag.typeKind <= 3 << 3
    return flags & Flag.unknown | (isOfKnownKind ? 0 : flags & Flag.typeKind)
  }

  private var flags: UInt32 { (address + 12).load(as: UInt32.self) }

  var protocolDescriptor: ProtocolDescriptor {
    ProtocolDescriptor(address: RelativePointer.indirectable(address))
  }

  /// Nil for what is no Swift type, or is not there.
  var type: TypeDescriptor? {
    let target = RelativePointer.direct(address + 4)
    switch (flags & Flag.typeKind) >> 3 {
    case 0: return TypeDescriptor(address: target)
    case 1: return target.load(as: UnsafeRawPointer?.self).map { TypeDescriptor(address: $0) }
    default: return nil
    }
  }

  /// The table itself, unless it is a pattern.
  var witnessTable: UnsafeRawPointer? {
    isUnconditional && !isMadeAtRunTime ? RelativePointer.direct(address + 8) : nil
  }

  /// Whether it holds for all arguments of the type, everywhere.
  var isUnconditional: Bool {
    flags & (Flag.conditionCount | Flag.isOfProtocol | Flag.isIsolated) == 0
  }

  private var isMadeAtRunTime: Bool {
    flags & (Flag.hasResilientWitnesses | Flag.hasGenericTable) != 0
  }

  /// Whether more decides than conditions.
  var isIsolated: Bool { flags & (Flag.isOfProtocol | Flag.isIsolated) != 0 }

  /// The table for a type whose conditions hold.
  ///
  /// - Parameter arguments: how they do, in their order.
  func witnessTable(
    of type: TypeMetadata, _ arguments: [UnsafeRawPointer] = []
  ) -> UnsafeRawPointer? {
    if let witnessTable { return witnessTable }
    return arguments.map(Optional.some).withUnsafeBufferPointer {
      graft_conditional_witness_table(address, type.address, $0.baseAddress)
    }
  }

  /// What its generic arguments have to meet. Behind the flags, and behind the module if
  /// that is another one than the type's and the protocol's.
  var conditions: [GenericRequirement] {
    GenericRequirement.list(
      at: address + (flags & Flag.isRetroactive == 0 ? 16 : 20),
      count: Int(flags & Flag.conditionCount) >> 8)
  }

  /// Where it is declared.
  var moduleName: String? {
    guard flags & Flag.isRetroactive != 0 else { return type?.moduleName }
    return TypeDescriptor(address: RelativePointer.indirectable(address + 16)).qualifiedName
  }
}
