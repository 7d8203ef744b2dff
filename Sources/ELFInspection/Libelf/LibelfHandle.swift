// SPDX-License-Identifier: Apache-2.0

internal import CLibelf

/// An `Elf *`, which one thread uses at a time.
///
/// Opened with ELF_C_READ: mapping costs more in scans, and a file that is
/// truncated while it is mapped raises SIGBUS.
final class LibelfHandle {
  let elf: OpaquePointer
  private let input: InputFile
  private let archive: LibelfHandle?

  private static let isReady = elf_version(UInt32(EV_CURRENT)) != UInt32(EV_NONE)

  init(_ input: InputFile) throws(InspectionError) {
    guard Self.isReady, let elf = elf_begin(input.descriptor, ELF_C_READ, nil) else {
      throw .libelf("can't read the file")
    }
    self.elf = elf
    self.input = input
    archive = nil
  }

  /// - Parameter offset: of the member's header, from the start of the archive.
  init(memberAt offset: UInt64, of archive: LibelfHandle) throws(InspectionError) {
    guard let offset = Int(exactly: offset), elf_rand(archive.elf, offset) == offset,
      let elf = elf_begin(archive.input.descriptor, ELF_C_READ, archive.elf)
    else { throw .libelf("can't read the member") }
    self.elf = elf
    self.input = archive.input
    self.archive = archive
  }

  deinit { elf_end(elf) }

  var isELF: Bool { elf_kind(elf) == ELF_K_ELF }
}

extension InspectionError {
  /// Takes libelf's error, which reading clears: once for each failure.
  static func libelf(_ what: String, offset: UInt64? = nil) -> InspectionError {
    let reason = elf_errmsg(elf_errno()).map { String(cString: $0) } ?? "no reason given"
    return InspectionError(.libelf, "\(what): libelf: \(reason)", offset: offset)
  }
}
