// SPDX-License-Identifier: Apache-2.0

/// What a file is, as far as its first bytes tell.
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

  /// As many of the first bytes as are looked at: an ELF header, and enough to tell text.
  static let headByteCount = 256

  /// Files for a loader or a linker.
  var holdsImages: Bool {
    switch self {
    case .elf, .archive, .thinArchive: true
    case .bitcode, .empty, .portableExecutable, .machO, .text, .unknown: false
    }
  }

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

  /// - Parameter magic: the first four bytes.
  private static func foreign(_ magic: UInt32) -> FileFormat? {
    switch magic {
    case 0x4243_c0de, 0xdec0_170b: .bitcode
    // Mach-O of 32 and 64 bits in either byte order, and of several architectures.
    case 0xfeed_face, 0xcefa_edfe, 0xfeed_facf, 0xcffa_edfe, 0xcafe_babe, 0xcafe_babf: .machO
    // "MZ".
    case 0x4d5a_0000...0x4d5a_ffff: .portableExecutable
    default: nil
    }
  }

  private static func isText(_ head: ArraySlice<UInt8>) -> Bool {
    let hasControls = head.contains { $0 < 0x20 && !(0x09...0x0d).contains($0) && $0 != 0x1b }
    // The last character can be cut.
    return !hasControls
      && (0..<4).contains { String(validating: head.dropLast($0), as: UTF8.self) != nil }
  }

  /// In a message, where neither an ELF file nor an archive is there; nil if it is unknown.
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

  /// That there is nothing that can be read.
  var error: InspectionError {
    let expected = "neither an ELF file nor an archive"
    return InspectionError(.notELF, name.map { "\($0), and \(expected)" } ?? expected)
  }

  /// What is wrong with a file of this format where an archive is not taken either.
  var singleFileError: InspectionError {
    InspectionError(.notELF, name.map { "\($0), and not an ELF file" } ?? "not an ELF file")
  }

  /// That it can hold descriptors which nobody can read; nil for all but bitcode.
  var unread: InspectionError? {
    self == .bitcode
      ? .intermediateCode("LLVM bitcode, which -flto writes") : nil
  }
}

extension InputFile {
  /// What the file as a whole is.
  var format: FileFormat {
    get throws(InspectionError) {
      let count = Int(min(byteCount, UInt64(FileFormat.headByteCount)))
      return FileFormat(try bytes(at: 0, count: count)[...])
    }
  }
}
