// SPDX-License-Identifier: Apache-2.0

internal import CLibelf
import CLibrary

/// An `Elf *`, used by one thread at a time.
///
/// It is opened with ELF_C_READ: mapping makes scans slower, and truncating a
/// mapped file raises SIGBUS.
final class LibelfHandle {
  let elf: OpaquePointer
  /// The file descriptor; -1 for bytes in memory.
  private let descriptor: Int32
  /// Sections whose bytes libelf has uncompressed.
  var uncompressed: Set<Int> = []
  /// The string tables, each up to its last NUL.
  var stringTables: [Int: UnsafeBufferPointer<UInt8>] = [:]
  /// The owner of the bytes that libelf reads.
  private let owner: Owner

  private enum Owner {
    case file(InputFile)
    case archive(LibelfHandle)
    case bytes(UnsafeMutableBufferPointer<CChar>)
  }

  private static let isReady = elf_version(UInt32(EV_CURRENT)) != UInt32(EV_NONE)

  init(_ input: InputFile) throws(InspectionError) {
    guard Self.isReady, let elf = elf_begin(input.descriptor, ELF_C_READ, nil) else {
      throw .libelf("can't read the file")
    }
    self.elf = elf
    descriptor = input.descriptor
    owner = .file(input)
  }

  /// Copies a member that libelf can't find itself, because its name is stored
  /// before its content.
  init(copying input: InputFile, at start: UInt64, byteCount: UInt64) throws(InspectionError) {
    guard byteCount <= min(SectionTableLimits.sectionByteCount, input.dataByteCount) else {
      throw InspectionError(
        .tooLarge, "a member whose name comes before its content is too large", value: byteCount)
    }
    // malloc's alignment is enough for every ELF structure.
    guard let memory = malloc(max(1, Int(byteCount))) else {
      throw InspectionError(
        .tooLarge, "there is no memory for a member whose name comes before its content",
        value: byteCount)
    }
    let bytes = UnsafeMutableBufferPointer(
      start: memory.assumingMemoryBound(to: CChar.self), count: Int(byteCount))
    do throws(InspectionError) {
      guard try input.read(at: start, into: UnsafeMutableRawBufferPointer(bytes)) == bytes.count
      else { throw InspectionError(.system, "the file became shorter while it was read") }
      guard Self.isReady, let elf = elf_memory(bytes.baseAddress, bytes.count) else {
        throw .libelf("can't read the member")
      }
      self.elf = elf
    } catch {
      free(memory)
      throw error
    }
    descriptor = -1
    owner = .bytes(bytes)
  }

  /// Opens a member of an archive.
  ///
  /// - Parameter offset: the offset of the member's header, from the start of
  ///   the archive.
  init(memberAt offset: UInt64, of archive: LibelfHandle) throws(InspectionError) {
    guard let offset = Int(exactly: offset), elf_rand(archive.elf, offset) == offset,
      let elf = elf_begin(archive.descriptor, ELF_C_READ, archive.elf)
    else { throw .libelf("can't read the member") }
    self.elf = elf
    descriptor = archive.descriptor
    owner = .archive(archive)
  }

  deinit {
    elf_end(elf)
    if case .bytes(let bytes) = owner { free(bytes.baseAddress) }
  }

  var isELF: Bool { elf_kind(elf) == ELF_K_ELF }
}

extension InspectionError {
  /// The error that libelf reports.
  ///
  /// Reading clears it, so call this once for each failure.
  static func libelf(_ what: String, offset: UInt64? = nil) -> InspectionError {
    let reason = elf_errmsg(elf_errno()).map { String(cString: $0) } ?? "no reason given"
    return InspectionError(.libelf, "\(what): libelf: \(reason)", offset: offset)
  }
}
