// SPDX-License-Identifier: Apache-2.0

/// An entry of the section table (gABI, "Sections").
public struct Section: Hashable, Sendable {
  /// The file's `e_machine`; some types and flags depend on it.
  public var machine: UInt16
  /// The index in the section table; section 0 is unused.
  public var index: Int
  /// The name; nil if its offset is outside the table of names.
  public var name: String?
  /// The type, `sh_type`; `SectionType.name` names it.
  public var type: UInt32
  /// The flags, `sh_flags`; `SectionFlag.letters` shows them.
  public var flags: UInt64
  /// The virtual address; 0 if the section is not loaded.
  public var virtualAddress: UInt64
  /// The offset in bytes, from the start of the file or archive member.
  public var offset: UInt64
  /// The size in the file, in bytes; a compressed section's before
  /// uncompressing.
  public var byteCount: UInt64
  /// The index of another section, `sh_link`, unchecked.
  public var link: UInt32
  /// The field `sh_info`, whose meaning depends on the type.
  public var info: UInt32
  /// The alignment of the address, in bytes; 0 and 1 mean none.
  public var alignment: UInt64
  /// The size of a table's entry; 0 if the section is no table, and in some
  /// files even then.
  public var entryByteCount: UInt64

  /// Whether it has a size in memory but no bytes in the file (SHT_NOBITS).
  public var hasNoBytes: Bool { type == SectionType.noBits }
  /// Whether its bytes are compressed and begin with a compression header
  /// (SHF_COMPRESSED).
  public var isCompressed: Bool { flags & SectionFlag.compressed != 0 }
  /// Whether it is in memory when the file runs (SHF_ALLOC).
  public var isLoaded: Bool { flags & SectionFlag.alloc != 0 }
  /// Whether a linker that collects sections keeps it (SHF_GNU_RETAIN).
  public var isRetained: Bool { flags & SectionFlag.retain != 0 }

  /// Whether the name is a C identifier.
  ///
  /// Linkers define `__start_` and `__stop_` symbols for such sections, so programs
  /// register things in them.
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
