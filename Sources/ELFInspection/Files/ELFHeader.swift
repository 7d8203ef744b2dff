// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// The header at the start of an ELF file (gABI, "ELF Header").
public struct ELFHeader: Hashable, Sendable {
  /// The file type, `e_type`.
  public enum FileType: Hashable, Sendable {
    case relocatable
    case executable
    case sharedObject
    case core
    case other(UInt16)
  }

  /// The class and byte order of the whole file.
  public var encoding: Encoding
  /// The file type.
  public var type: FileType
  /// The machine, `e_machine`; `architecture` names it.
  public var machine: UInt16
  /// The tables' offsets in bytes, from the start of the file; 0 if there is no
  /// table.
  public var segmentTableOffset: UInt64
  public var sectionTableOffset: UInt64
  /// The size of a segment entry, `e_phentsize`, unchecked.
  public var segmentEntryByteCount: UInt16
  /// The number of segments; 0xffff with a section table means that section 0
  /// has the count.
  public var segmentCount: UInt16
  /// The size of a section entry, `e_shentsize`.
  public var sectionEntryByteCount: UInt16
  /// The number of sections; 0 with a section table means that section 0 has
  /// the count.
  public var sectionCount: UInt16
  /// The index of the section with the names; 0xffff means that section 0 has
  /// the index.
  public var nameSectionIndex: UInt16

  /// The architecture as a target triple spells it: `x86_64`, `powerpc64le`,
  /// `mips64el`; a number if it is unknown.
  public var architecture: String {
    Architecture.name(
      machine: machine, is64Bit: encoding.is64Bit, isLittleEndian: encoding.byteOrder == .little)
  }

  /// Whether a linker made it: an executable or a shared object.
  public var isLinked: Bool { type == .executable || type == .sharedObject }

  /// The error for a class or byte order that Graft does not run on; else nil.
  var foreignClass: InspectionError? {
    if encoding == .graft { return nil }
    let name = "ELF\(encoding.is64Bit ? 64 : 32), \(encoding.byteOrder)-endian"
    return InspectionError(
      .foreignClass,
      "a file of class \(name) (\(architecture)): records and types are read only from ELF64,"
        + " little-endian, which Graft runs on", offset: 4)
  }

  static let byteCount64 = 64
  /// The value SHN_XINDEX.
  static let extendedNameIndex: UInt16 = 0xffff
  static let magic: [UInt8] = [0x7f, 0x45, 0x4c, 0x46]

  init(_ bytes: Span<UInt8>) throws(InspectionError) {
    guard bytes.count >= Self.magic.count,
      Self.magic.indices.allSatisfy({ bytes[$0] == Self.magic[$0] })
    else {
      throw InspectionError(.notELF, "not an ELF file")
    }
    guard bytes.count >= 16 else { throw Self.ends(at: bytes.count) }
    guard bytes[4] == 1 || bytes[4] == 2 else {
      throw InspectionError(
        .malformedHeader, "the class is neither 32 nor 64 bits", offset: 4, value: UInt64(bytes[4]))
    }
    guard bytes[5] == 1 || bytes[5] == 2 else {
      throw InspectionError(
        .malformedHeader, "unknown byte order", offset: 5, value: UInt64(bytes[5]))
    }
    encoding = Encoding(byteOrder: bytes[5] == 1 ? .little : .big, is64Bit: bytes[4] == 2)
    var fields = FieldReader(encoding, at: 16)
    type = FileType(fields.u16(bytes))
    machine = fields.u16(bytes)
    _ = fields.u32(bytes)
    _ = fields.address(bytes)
    segmentTableOffset = fields.address(bytes)
    sectionTableOffset = fields.address(bytes)
    _ = fields.u32(bytes)
    _ = fields.u16(bytes)
    segmentEntryByteCount = fields.u16(bytes)
    segmentCount = fields.u16(bytes)
    sectionEntryByteCount = fields.u16(bytes)
    sectionCount = fields.u16(bytes)
    nameSectionIndex = fields.u16(bytes)
    guard fields.isInside else { throw Self.ends(at: bytes.count) }
  }

  private static func ends(at byteCount: Int) -> InspectionError {
    InspectionError(
      .malformedHeader, "the file ends inside its ELF header: was it truncated?",
      offset: UInt64(byteCount))
  }
}

extension ELFHeader {
  /// The number of sections, checked to lie in the file.
  ///
  /// - Parameter firstSection: returns the field sh_size of section 0.
  func checkedSectionCount(
    fileByteCount: UInt64, firstSection: () throws(InspectionError) -> UInt64
  ) throws(InspectionError) -> UInt64 {
    guard sectionTableOffset != 0 else { return 0 }
    let entry: UInt64 = encoding.is64Bit ? 64 : 40
    guard UInt64(sectionEntryByteCount) == entry else {
      throw InspectionError(
        .malformedHeader, "the entries of the section table have a wrong size",
        offset: encoding.is64Bit ? 58 : 46, value: UInt64(sectionEntryByteCount))
    }
    func outside() -> InspectionError {
      InspectionError(
        .sectionTableOutside,
        "the section table lies outside the file of \(fileByteCount.hex) bytes: was it truncated?",
        offset: encoding.is64Bit ? 40 : 32, value: sectionTableOffset)
    }
    guard sectionTableOffset <= fileByteCount, entry <= fileByteCount - sectionTableOffset else {
      throw outside()
    }
    let count = sectionCount == 0 ? try firstSection() : UInt64(sectionCount)
    guard count <= (fileByteCount - sectionTableOffset) / entry else { throw outside() }
    guard count <= SectionTableLimits.sectionCount else {
      throw InspectionError(
        .tooLarge, "more than \(SectionTableLimits.sectionCount) sections are not read",
        offset: sectionTableOffset, value: count)
    }
    return count
  }
}

extension ELFHeader.FileType {
  init(_ raw: UInt16) {
    switch raw {
    case 1: self = .relocatable
    case 2: self = .executable
    case 3: self = .sharedObject
    case 4: self = .core
    default: self = .other(raw)
    }
  }
}
