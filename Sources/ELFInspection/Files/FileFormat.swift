// SPDX-License-Identifier: Apache-2.0

/// A file's format, as far as its first bytes tell.
enum FileFormat: Hashable {
  case elf
  case archive
  case thinArchive
  /// LLVM bitcode, with or without a wrapper.
  case bitcode
  case empty
  case portableExecutable
  case machO
  case text
  case unknown

  /// The number of bytes that are examined: an ELF header, and enough to
  /// recognise text.
  static let headByteCount = 256

  /// Whether it is made for a loader or a linker.
  var holdsImages: Bool {
    switch self {
    case .elf, .archive, .thinArchive: true
    case .bitcode, .empty, .portableExecutable, .machO, .text, .unknown: false
    }
  }

  /// Recognises a format.
  ///
  /// - Parameter head: the first `headByteCount` bytes, if there are so many.
  init(_ head: ArraySlice<UInt8>) {
    if head.isEmpty {
      self = .empty
    } else if head.starts(with: ELFHeader.magic) {
      self = .elf
    } else if head.starts(with: Archive.magic) {
      self = .archive
    } else if head.starts(with: Archive.thinMagic) {
      self = .thinArchive
    } else {
      self =
        Self.foreign(head.prefix(4).reduce(0) { $0 << 8 | UInt32($1) })
        ?? (Self.isText(head) ? .text : .unknown)
    }
  }

  /// Recognises other systems' formats.
  ///
  /// - Parameter magic: the first four bytes.
  private static func foreign(_ magic: UInt32) -> FileFormat? {
    switch magic {
    case 0x4243_c0de, 0xdec0_170b: .bitcode
    // Mach-O, 32 and 64 bits, both byte orders, and universal files.
    case 0xfeed_face, 0xcefa_edfe, 0xfeed_facf, 0xcffa_edfe, 0xcafe_babe, 0xcafe_babf: .machO
    // PE begins with "MZ".
    case 0x4d5a_0000...0x4d5a_ffff: .portableExecutable
    default: nil
    }
  }

  private static func isText(_ head: ArraySlice<UInt8>) -> Bool {
    let hasControls = head.contains { $0 < 0x20 && !(0x09...0x0d).contains($0) && $0 != 0x1b }
    // The last character may be cut off.
    return !hasControls
      && (0..<4).contains { String(validating: head.dropLast($0), as: UTF8.self) != nil }
  }

  /// The format's name in a message; nil if it is unknown.
  private var name: String? {
    switch self {
    case .elf, .unknown: nil
    case .archive, .thinArchive: "an archive"
    case .bitcode: "LLVM bitcode, which -flto writes"
    case .empty: "an empty file"
    case .portableExecutable: "a PE file, of Windows"
    case .machO: "a Mach-O file, of Apple's systems"
    case .text: "text"
    }
  }

  /// The error for a file that is neither ELF nor an archive.
  var error: InspectionError {
    let expected = "neither an ELF file nor an archive"
    return InspectionError(.notELF, name.map { "\($0), and \(expected)" } ?? expected)
  }

  /// The error for a file that is not ELF, if archives aren't accepted either.
  var singleFileError: InspectionError {
    InspectionError(.notELF, name.map { "\($0), and not an ELF file" } ?? "not an ELF file")
  }

  /// The error for bitcode, which can hold descriptors that can't be read; nil
  /// for other formats.
  var unread: InspectionError? {
    self == .bitcode
      ? .intermediateCode("LLVM bitcode, which -flto writes") : nil
  }
}

extension InputFile {
  /// The format of the file as a whole.
  var format: FileFormat {
    get throws(InspectionError) {
      let count = Int(min(byteCount, UInt64(FileFormat.headByteCount)))
      return FileFormat(try bytes(at: 0, count: count)[...])
    }
  }
}

extension ELFFile {
  /// Whether the object holds only gcc's intermediate code, in sections of its
  /// own.
  func isIntermediateCode() throws(InspectionError) -> Bool {
    let prefix = ".gnu.lto_"
    guard let names = try sectionNames(), names.containPrefix(prefix) else { return false }
    // Two version fields of two bytes each come first.
    let slimOffset = 4
    for section in try sections(matching: prefix + ".lto.*", problem: { _ in }) {
      let isSlim = try withBytes(of: section) { $0.count > slimOffset && $0[slimOffset] != 0 }
      if isSlim { return true }
    }
    return false
  }
}

extension InspectionError {
  static func intermediateCode(_ what: String) -> InspectionError {
    InspectionError(
      .intermediateCode, "\(what): its records are known only after the link has compiled it")
  }
}
