// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// A relocation: what a linker or loader adds to the bytes of a section (gABI,
/// "Relocation").
public struct Relocation: Hashable, Sendable {
  /// The offset in bytes, from the start of the section that it applies to.
  public var offset: UInt64
  /// The type, a number of the architecture.
  public var type: UInt32
  var machine: UInt16
  /// The symbol's index; 0 for none.
  public var symbolIndex: UInt64
  /// The symbol's name; nil if it has none or the index is bad.
  public var symbol: String?
  /// The addend.
  ///
  /// REL and RELR keep it in the section's bytes; nil if it lies outside, or in the bits of
  /// an instruction.
  public var addend: Int64?

  /// The type's name, if it is known.
  ///
  /// It is not stored: a section can have hundreds of thousands of relocations.
  public var typeName: String? { RelocationTypes.name(type, machine: machine) }
}

/// The parts of `r_info`, by class and architecture.
struct RelocationInfo {
  var symbolIndex: UInt32
  var type: UInt32

  init(_ info: UInt64, _ header: ELFHeader) {
    if !header.encoding.is64Bit {
      symbolIndex = UInt32(truncatingIfNeeded: info >> 8)
      type = UInt32(info & 0xff)
    } else if header.machine == Machine.mips {
      // MIPS packs the symbol, a special symbol and three types, each in the
      // file's byte order.
      let isLittle = header.encoding.byteOrder == .little
      symbolIndex = UInt32(truncatingIfNeeded: isLittle ? info : info >> 32)
      type = UInt32(isLittle ? info >> 56 : info & 0xff)
    } else {
      symbolIndex = UInt32(truncatingIfNeeded: info >> 32)
      type = UInt32(truncatingIfNeeded: info)
    }
  }
}

/// The relocation types of data, named as in each architecture's ABI.
enum RelocationTypes {
  private static let names: [UInt16: [UInt32: String]] = [
    Machine.i386: [1: "R_386_32", 2: "R_386_PC32", 6: "R_386_GLOB_DAT", 8: "R_386_RELATIVE"],
    Machine.x86_64: [
      1: "R_X86_64_64", 2: "R_X86_64_PC32", 4: "R_X86_64_PLT32", 5: "R_X86_64_COPY",
      6: "R_X86_64_GLOB_DAT", 7: "R_X86_64_JUMP_SLOT", 8: "R_X86_64_RELATIVE",
      9: "R_X86_64_GOTPCREL", 10: "R_X86_64_32", 11: "R_X86_64_32S", 16: "R_X86_64_DTPMOD64",
      17: "R_X86_64_DTPOFF64", 18: "R_X86_64_TPOFF64", 24: "R_X86_64_PC64",
      36: "R_X86_64_TLSDESC", 37: "R_X86_64_IRELATIVE",
    ],
    Machine.aarch64: [
      257: "R_AARCH64_ABS64", 258: "R_AARCH64_ABS32", 260: "R_AARCH64_PREL64",
      261: "R_AARCH64_PREL32", 1024: "R_AARCH64_COPY", 1025: "R_AARCH64_GLOB_DAT",
      1026: "R_AARCH64_JUMP_SLOT", 1027: "R_AARCH64_RELATIVE", 1031: "R_AARCH64_TLSDESC",
      1032: "R_AARCH64_IRELATIVE",
    ],
    Machine.arm: [
      2: "R_ARM_ABS32", 3: "R_ARM_REL32", 17: "R_ARM_TLS_DTPMOD32", 18: "R_ARM_TLS_DTPOFF32",
      19: "R_ARM_TLS_TPOFF32", 21: "R_ARM_GLOB_DAT", 22: "R_ARM_JUMP_SLOT",
      23: "R_ARM_RELATIVE", 24: "R_ARM_GOTOFF32", 25: "R_ARM_BASE_PREL", 26: "R_ARM_GOT_BREL",
      38: "R_ARM_TARGET1", 41: "R_ARM_TARGET2", 96: "R_ARM_GOT_PREL", 104: "R_ARM_TLS_GD32",
      105: "R_ARM_TLS_LDM32", 106: "R_ARM_TLS_LDO32", 107: "R_ARM_TLS_IE32",
      108: "R_ARM_TLS_LE32", 160: "R_ARM_IRELATIVE",
    ],
    Machine.s390: [4: "R_390_32", 12: "R_390_RELATIVE", 22: "R_390_64"],
    Machine.powerPC64: [22: "R_PPC64_RELATIVE", 38: "R_PPC64_ADDR64"],
    Machine.mips: [
      2: "R_MIPS_32", 3: "R_MIPS_REL32", 12: "R_MIPS_GPREL32", 18: "R_MIPS_64",
      38: "R_MIPS_TLS_DTPMOD32", 39: "R_MIPS_TLS_DTPREL32", 40: "R_MIPS_TLS_DTPMOD64",
      41: "R_MIPS_TLS_DTPREL64", 47: "R_MIPS_TLS_TPREL32", 48: "R_MIPS_TLS_TPREL64",
      51: "R_MIPS_GLOB_DAT", 127: "R_MIPS_JUMP_SLOT", 248: "R_MIPS_PC32", 249: "R_MIPS_EH",
    ],
    Machine.riscv: [2: "R_RISCV_64", 3: "R_RISCV_RELATIVE"],
  ]
  private static let relative: [UInt16: UInt32] = [
    Machine.i386: 8, Machine.x86_64: 8, Machine.aarch64: 1027, Machine.arm: 23, Machine.s390: 12,
    Machine.powerPC64: 22, Machine.mips: 3, Machine.riscv: 3,
  ]

  static func name(_ type: UInt32, machine: UInt16) -> String? { names[machine]?[type] }

  /// Whether the bytes at a relocation are a word that can be its addend.
  static func fillsWord(_ type: UInt32, machine: UInt16) -> Bool {
    switch machine {
    // Types without a name are mostly those of instructions.
    case Machine.arm, Machine.mips: name(type, machine: machine) != nil
    // Words of 16 and 8 bits.
    case Machine.i386: !(20...23).contains(type)
    default: true
    }
  }

  /// The relocation type that RELR stands for.
  static func relative(machine: UInt16) -> UInt32 { relative[machine] ?? 0 }
}
