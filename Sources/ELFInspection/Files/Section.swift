// SPDX-License-Identifier: Apache-2.0

/// An entry of the section table (gABI, "Sections").
public struct Section: Hashable, Sendable {
  /// In the table; section 0 is none.
  public var index: Int
  /// Nil if the name's place is outside the table of names.
  public var name: String?
  /// `sh_type`; `SectionType.name` names it.
  public var type: UInt32
  /// `sh_flags`; `SectionFlag.letters` shows them.
  public var flags: UInt64
  /// 0 where the section is not loaded.
  public var virtualAddress: UInt64
  /// In bytes, from the start of the file or archive member.
  public var offset: UInt64
  /// In the file; a compressed section's before uncompressing.
  public var byteCount: UInt64
  /// `sh_link`: another section, by index and unchecked.
  public var link: UInt32
  /// `sh_info`: what it means depends on the type.
  public var info: UInt32
  /// Of the address, in bytes; 0 and 1 mean none.
  public var alignment: UInt64
  /// 0 if the section is not a table, and in some files where it is.
  public var entryByteCount: UInt64

  /// SHT_NOBITS: it has a size in memory, and nothing in the file.
  public var hasNoBytes: Bool { type == SectionType.noBits }
  /// SHF_COMPRESSED: its bytes begin with a header that says how.
  public var isCompressed: Bool { flags & SectionFlag.compressed != 0 }
  /// SHF_ALLOC: it is in memory when the file runs.
  public var isLoaded: Bool { flags & SectionFlag.alloc != 0 }
  /// SHF_GNU_RETAIN: a linker that collects sections keeps it.
  public var isRetained: Bool { flags & SectionFlag.retain != 0 }

  /// True for a name that is a C identifier: linkers give its bounds by
  /// `__start_` and `__stop_`, so programs register things in it.
  public var isRegistration: Bool { name.map(Self.isCIdentifier) ?? false }

  static func isCIdentifier(_ name: String) -> Bool {
    guard let first = name.utf8.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first)
    else { return false }
    return name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
  }
}

/// `sh_type`.
public enum SectionType {
  static let strings: UInt32 = 3
  static let rela: UInt32 = 4
  static let noBits: UInt32 = 8
  static let rel: UInt32 = 9
  static let dynamicSymbols: UInt32 = 11
  static let symbols: UInt32 = 2
  static let symbolSections: UInt32 = 18
  static let relr: UInt32 = 19

  private static let names: [UInt32: String] = [
    0: "NULL", 1: "PROGBITS", 2: "SYMTAB", 3: "STRTAB", 4: "RELA", 5: "HASH", 6: "DYNAMIC",
    7: "NOTE", 8: "NOBITS", 9: "REL", 11: "DYNSYM", 14: "INIT_ARRAY", 15: "FINI_ARRAY",
    16: "PREINIT_ARRAY", 17: "GROUP", 18: "SYMTAB_SHNDX", 19: "RELR",
    0x6fff_fff6: "GNU_HASH", 0x6fff_fffd: "VERDEF", 0x6fff_fffe: "VERNEED",
    0x6fff_ffff: "VERSYM",
  ]

  /// As readelf names it, or in hexadecimal.
  public static func name(_ type: UInt32) -> String { names[type] ?? type.hex }
}

/// `sh_flags`.
public enum SectionFlag {
  static let write: UInt64 = 1 << 0
  static let alloc: UInt64 = 1 << 1
  static let execute: UInt64 = 1 << 2
  static let compressed: UInt64 = 1 << 11
  static let retain: UInt64 = 1 << 21

  private static let letters: [(UInt64, Character)] = [
    (write, "W"), (alloc, "A"), (execute, "X"), (1 << 4, "M"), (1 << 5, "S"), (1 << 6, "I"),
    (1 << 7, "L"), (1 << 8, "O"), (1 << 9, "G"), (1 << 10, "T"), (compressed, "C"),
    (retain, "R"), (1 << 31, "E"),
  ]

  /// As readelf writes them: `WAR`.
  public static func letters(_ flags: UInt64) -> String {
    String(letters.filter { flags & $0.0 != 0 }.map(\.1))
  }
}
