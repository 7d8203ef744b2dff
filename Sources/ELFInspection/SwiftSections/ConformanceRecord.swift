// SPDX-License-Identifier: Apache-2.0

/// That a type conforms to a protocol, as an image declares it.
struct ConformanceRecord {
  let type: Declaration
  let conformed: Declaration
  /// What it asks of the generic arguments of its type.
  let conditions: [GenericSignature.Condition]
  /// It holds on a global actor only.
  let isIsolated: Bool
  let file: SwiftFile

  private enum Flag {
    static let retroactive: UInt32 = 0x40
    static let isolated: UInt32 = 1 << 19
    /// Among them numbers of conditions, and what witness tables are made of.
    static let known: UInt32 = 0xff1f_ffff
  }

  /// Relative pointers to the protocol, the type and the witness table, and flags; 32 bits
  /// each. Nil for what is no Swift type.
  init?(
    _ program: SwiftProgram, _ file: SwiftFile, at address: UInt64
  ) throws(InspectionError) {
    let flags = try file.memory.u32(at: address &+ 12)
    guard flags & ~Flag.known == 0 else {
      throw InspectionError(
        .unsupported, "a Swift conformance with flags that are not known here",
        offset: address, value: UInt64(flags))
    }
    guard let conformed = try program.declaration(file, indirectable: address) else { return nil }
    guard let target = try file.memory.relative(at: address &+ 4) else { return nil }
    // Bits 3 to 5 say how the type is named.
    switch flags >> 3 & 7 {
    case 0: type = .described(file: file.number, address: target)
    case 1:
      guard let pointer = try file.pointers.target(at: target) else { return nil }
      type = program.declaration(pointer, in: file)
    default: return nil
    }
    self.conformed = conformed
    self.file = file
    isIsolated = flags & Flag.isolated != 0
    // Behind the flags, and behind the module if that is another one than the type's and
    // the protocol's.
    conditions = try program.conditions(
      file, at: address &+ (flags & Flag.retroactive == 0 ? 16 : 20),
      count: Int(flags >> 8 & 0xff))
  }
}
