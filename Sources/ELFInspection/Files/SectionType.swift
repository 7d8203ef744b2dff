// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// Section types, `sh_type`.
public enum SectionType {
  static let programBits: UInt32 = 1
  static let symbols: UInt32 = 2
  static let strings: UInt32 = 3
  static let rela: UInt32 = 4
  static let noBits: UInt32 = 8
  static let rel: UInt32 = 9
  static let dynamicSymbols: UInt32 = 11
  static let symbolSections: UInt32 = 18
  static let relr: UInt32 = 19
  /// Android's packed relocations, which only its linker reads.
  static let androidRel: UInt32 = 0x6000_0001
  static let androidRela: UInt32 = 0x6000_0002
  /// Android's older number for RELR.
  static let androidRelr: UInt32 = 0x6fff_ff00
  /// The types whose meaning depends on the architecture: SHT_LOPROC to
  /// SHT_HIPROC.
  private static let ofMachine: ClosedRange<UInt32> = 0x7000_0000...0x7fff_ffff

  /// The type's name as readelf writes it, or its number in hexadecimal.
  public static func name(_ type: UInt32, machine: UInt16) -> String {
    let name = ofMachine.contains(type) ? name(type, of: machine) : name(type)
    return name ?? type.hex
  }

  private static func name(_ type: UInt32) -> String? {
    switch type {
    case 0: "NULL"
    case programBits: "PROGBITS"
    case symbols: "SYMTAB"
    case strings: "STRTAB"
    case rela: "RELA"
    case 5: "HASH"
    case 6: "DYNAMIC"
    case 7: "NOTE"
    case noBits: "NOBITS"
    case rel: "REL"
    case 10: "SHLIB"
    case dynamicSymbols: "DYNSYM"
    case 14: "INIT_ARRAY"
    case 15: "FINI_ARRAY"
    case 16: "PREINIT_ARRAY"
    case 17: "GROUP"
    case symbolSections: "SYMTAB_SHNDX"
    case relr: "RELR"
    case androidRel: "ANDROID_REL"
    case androidRela: "ANDROID_RELA"
    case androidRelr: "ANDROID_RELR"
    case 0x6fff_4700: "GNU_INCREMENTAL_INPUTS"
    case 0x6fff_4c00: "LLVM_ODRTAB"
    case 0x6fff_4c01: "LLVM_LINKER_OPTIONS"
    case 0x6fff_4c03: "LLVM_ADDRSIG"
    case 0x6fff_4c04: "LLVM_DEPENDENT_LIBRARIES"
    case 0x6fff_4c05: "LLVM_SYMPART"
    case 0x6fff_4c06: "LLVM_PART_EHDR"
    case 0x6fff_4c07: "LLVM_PART_PHDR"
    case 0x6fff_4c0a: "LLVM_BB_ADDR_MAP"
    case 0x6fff_4c0b: "LLVM_OFFLOADING"
    case 0x6fff_4c0c: "LLVM_LTO"
    case 0x6fff_fff5: "GNU_ATTRIBUTES"
    case 0x6fff_fff6: "GNU_HASH"
    case 0x6fff_fff7: "GNU_LIBLIST"
    case 0x6fff_fff8: "CHECKSUM"
    case 0x6fff_fffd: "VERDEF"
    case 0x6fff_fffe: "VERNEED"
    case 0x6fff_ffff: "VERSYM"
    default: nil
    }
  }

  private static func name(_ type: UInt32, of machine: UInt16) -> String? {
    switch (machine, type & 0xfff_ffff) {
    case (Machine.x86_64, 1): "X86_64_UNWIND"
    case (Machine.aarch64, 3): "AARCH64_ATTRIBUTES"
    case (Machine.arm, 1): "ARM_EXIDX"
    case (Machine.arm, 2): "ARM_PREEMPTMAP"
    case (Machine.arm, 3): "ARM_ATTRIBUTES"
    case (Machine.arm, 4): "ARM_DEBUGOVERLAY"
    case (Machine.arm, 5): "ARM_OVERLAYSECTION"
    case (Machine.riscv, 3): "RISCV_ATTRIBUTES"
    case (Machine.mips, let number): mipsNames[number]
    default: nil
    }
  }

  private static let mipsNames: [UInt32: String] = [
    0x00: "MIPS_LIBLIST", 0x01: "MIPS_MSYM", 0x02: "MIPS_CONFLICT", 0x03: "MIPS_GPTAB",
    0x04: "MIPS_UCODE", 0x05: "MIPS_DEBUG", 0x06: "MIPS_REGINFO", 0x0b: "MIPS_IFACE",
    0x0c: "MIPS_CONTENT", 0x0d: "MIPS_OPTIONS", 0x1e: "MIPS_DWARF", 0x20: "MIPS_SYMBOL_LIB",
    0x21: "MIPS_EVENTS", 0x2a: "MIPS_ABIFLAGS", 0x2b: "MIPS_XHASH",
  ]
}
