// SPDX-License-Identifier: Apache-2.0

/// An entry of the section table (gABI, "Sections").
public struct Section: Hashable, Sendable {
  /// `e_machine` of the file, which some types and flags depend on.
  public var machine: UInt16
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
