// SPDX-License-Identifier: Apache-2.0

/// A type's conformance to a protocol, as an image declares it.
struct ConformanceRecord {
  let type: Declaration
  let conformed: Declaration
  /// The conditions on the generic arguments of the type.
  let conditions: [GenericSignature.Condition]
  /// The actor that it is isolated to; nil if it holds everywhere.
  let isolation: Isolation?
  let file: SwiftFile
  /// The conformance descriptor.
  let declaration: Declaration

  /// Isolation to a global actor.
  struct Isolation: Hashable, Sendable {
    /// The actor; nil if it is not understood.
    let actor: SwiftType?
  }

  private enum Flag {
    static let retroactive: UInt32 = 0x40
    static let resilientWitnesses: UInt32 = 1 << 16
    static let genericTable: UInt32 = 1 << 17
    static let isolated: UInt32 = 1 << 19
    static let packShapes: UInt32 = 0xff00_0000
    /// The flags that are understood; among them counts of conditions and facts
    /// about witness tables.
    static let known: UInt32 = 0xff1f_ffff
  }

  /// Reads a record: relative pointers to the protocol, the type and the witness
  /// table, and flags; 32 bits each.
  ///
  /// Nil for null pointers.
  init?(
    _ program: SwiftProgram, _ file: SwiftFile, at address: UInt64
  ) throws(InspectionError) {
    let flags = try file.memory.u32(at: address &+ 12)
    guard flags & ~Flag.known == 0 else {
      throw InspectionError(
        .unsupported, "a Swift conformance with unknown flags",
        offset: address, value: UInt64(flags))
    }
    guard let conformed = try program.declaration(file, indirectable: address) else { return nil }
    guard let target = try file.memory.relative(at: address &+ 4) else { return nil }
    // Bits 3 to 5 say how the type is referred to.
    switch flags >> 3 & 7 {
    case 0: type = .described(file: file.number, address: target)
    case 1:
      guard let pointer = try file.pointers.target(at: target) else { return nil }
      type = program.declaration(pointer, in: file)
    // Objective-C classes, and kinds that don't exist yet.
    default:
      throw InspectionError(
        .unsupported, "a Swift conformance of an unknown kind of type",
        offset: address, value: UInt64(flags))
    }
    self.conformed = conformed
    self.file = file
    declaration = .described(file: file.number, address: address)
    // Conditions follow the flags and, in a retroactive conformance, the
    // module.
    let first = address &+ (flags & Flag.retroactive == 0 ? 16 : 20)
    let count = flags >> 8 & 0xff
    conditions = try program.conditions(file, at: first, count: Int(count))
    isolation =
      try flags & Flag.isolated == 0
      ? nil : Self.isolation(program, file, behind: first &+ 12 &* UInt64(count), flags)
  }

  /// Reads the actor.
  ///
  /// Its mangled name comes after the resilient witnesses and the generic witness
  /// table's header.
  private static func isolation(
    _ program: SwiftProgram, _ file: SwiftFile, behind conditions: UInt64, _ flags: UInt32
  ) throws(InspectionError) -> Isolation {
    guard flags & Flag.packShapes == 0 else { return Isolation(actor: nil) }
    var place = conditions
    if flags & Flag.resilientWitnesses != 0 {
      place = place &+ 4 &+ 8 &* UInt64(try file.memory.u32(at: place))
    }
    if flags & Flag.genericTable != 0 { place = place &+ 12 }
    return Isolation(actor: try program.type(file, named: place))
  }
}
