// SPDX-License-Identifier: Apache-2.0

package import CGraftLoader
import CLibrary
import GraftDescriptors

/// The state of a file when it was read, which distinguishes it from a later file
/// of its name.
package struct FileState: Sendable {
  let path: String
  /// The build ID; empty if the linker wrote none.
  package let buildID: [UInt8]
  /// A digest of the segments to load, if there is no build ID.
  ///
  /// The file system gives the number of a removed file to the next one.
  let digest: Int?
  /// The dynamic linker's name of the copy that is mapped; nil if the file itself is, as long as
  /// its path leads to it.
  package var sealedName: String?

  /// Whether it is the same build.
  package func isSame(as other: FileState) -> Bool {
    buildID == other.buildID && digest == other.digest
  }
}

/// Checks a file before the dynamic linker reads it.
///
/// The dynamic linker's errors are only text, and it notices a missing part by a
/// signal that ends the process.
///
/// It is a class, so that the values that hold it stay small.
package final class PluginFile: Sendable {
  package let path: String
  private let file: OpenFile
  /// Whether the file that was read is a regular one; `file` may be a copy of it.
  package let isRegular: Bool

  package var byteCount: Int { file.byteCount }

  /// Checks the file at a path, before any code of it runs.
  ///
  /// - Returns: the file's state; nil for a name that the dynamic linker searches
  ///   for.
  static func check(
    _ path: String, checksCompiler: Bool = false
  ) throws(ImageLoadError) -> FileState? {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw .notFound(path: path, reason: "not the path of a file")
    }
    guard path.contains("/") else { return nil }
    let file = try PluginFile(path)
    let segments = try file.segments()
    if checksCompiler { try file.checkCompiler(segments) }
    // The libraries of a loaded file are loaded too.
    if !DynamicLinker.hasLoaded(path) { try file.checkLibraries(segments) }
    return file.state(segments)
  }

  package convenience init(_ path: String, followingLinks: Bool = true) throws(ImageLoadError) {
    guard let file = OpenFile(path, followingLinks: followingLinks) else {
      throw .notFound(path: path, reason: DynamicLinker.lastError)
    }
    self.init(path, file, isRegular: file.status.st_mode & S_IFMT == S_IFREG)
  }

  private init(_ path: String, _ file: OpenFile, isRegular: Bool) {
    (self.path, self.file, self.isRegular) = (path, file, isRegular)
  }

  /// The file as a copy of it, which this takes.
  ///
  /// - Returns: nil, with `errno`, for a negative descriptor.
  package func replaced(byCopy descriptor: Int32) -> PluginFile? {
    OpenFile(owning: descriptor).map { PluginFile(path, $0, isRegular: isRegular) }
  }

  package var descriptor: Int32 { file.descriptor }

  package func state(_ segments: [Segment]) -> FileState {
    let buildID = buildID(segments)
    return FileState(
      path: path, buildID: buildID, digest: buildID.isEmpty ? digest(of: segments) : nil)
  }

  /// A digest that is the same for equal segments in this process.
  private func digest(of segments: [Segment]) -> Int {
    var hasher = Hasher()
    for segment in segments where segment.p_type == UInt32(PT_LOAD) {
      hasher.combine(segment.p_vaddr)
      hasher.combine(segment.p_flags)
      hasher.combine(segment.p_memsz)
      let (start, count) = (Int(clamping: segment.p_offset), Int(clamping: segment.p_filesz))
      let step = 1 << 20
      for offset in stride(from: 0, to: count, by: step) {
        bytes(at: start + offset, count: min(step, count - offset)).withUnsafeBytes {
          hasher.combine(bytes: $0)
        }
      }
    }
    return hasher.finalize()
  }

  package func bytes(at offset: Int, count: Int) -> [UInt8] {
    file.bytes(at: offset, count: count)
  }

  package func bytes(of segment: Segment) -> [UInt8] {
    bytes(at: Int(clamping: segment.p_offset), count: Int(clamping: segment.p_filesz))
  }

  // MARK: Symbols

  /// The epoch of Graft in a file's strings, if it differs from this one's.
  static func otherEpoch(in path: String) -> Int? {
    guard let file = OpenFile(path) else { return nil }
    // The file is read in pieces, since it can have holes of any size. Each piece
    // overlaps the next, so that it contains a whole name.
    let (step, longest) = (1 << 20, 256)
    for offset in stride(from: 0, to: file.byteCount, by: step) {
      if let epoch = epoch(in: file.bytes(at: offset, count: step + longest)) {
        return epoch == EpochSymbol.current ? nil : epoch
      }
    }
    return nil
  }

  /// The epoch in the first symbol that has one.
  private static func epoch(in bytes: [UInt8]) -> Int? {
    bytes.withUnsafeBytes { bytes in
      let prefix = Array(EpochSymbol.prefix.utf8)
      let start = bytes.indices.first {
        bytes[$0] == prefix[0] && bytes[$0...].starts(with: prefix)
      }
      guard let name = start.map({ bytes[$0...].prefix { $0 != 0 } }) else { return nil }
      return EpochSymbol.epoch(of: String(decoding: name, as: UTF8.self))
    }
  }

  // MARK: Program headers

  package typealias Segment = Elf64_Phdr

  /// The program headers: first those of bytes that are loaded, by address, then the others.
  package func segments() throws(ImageLoadError) -> [Segment] {
    let headerByteCount = MemoryLayout<Elf64_Ehdr>.size
    let start = bytes(at: 0, count: headerByteCount)
    guard start.count >= 4, start.starts(with: [0x7f, 0x45, 0x4c, 0x46]) else {
      throw .notELF(path: path)
    }
    guard start.count >= MachineKind.byteCount else { throw truncated(needed: headerByteCount) }
    let found = MachineKind(start)
    if let wanted = MachineKind.ofProcess, found != wanted {
      throw .otherArchitecture(path: path, found: "\(found)", wanted: "\(wanted)")
    }
    guard start.count == headerByteCount else { throw truncated(needed: headerByteCount) }
    let header = start.withUnsafeBytes { $0.loadUnaligned(as: Elf64_Ehdr.self) }
    let step = MemoryLayout<Segment>.size
    // The dynamic linker reports other forms.
    guard Int(header.e_phentsize) == step, let offset = Int(exactly: header.e_phoff) else {
      return []
    }
    let table = bytes(at: offset, count: Int(header.e_phnum) * step)
    guard table.count == Int(header.e_phnum) * step else {
      throw truncated(needed: offset.addingSaturating(Int(header.e_phnum) * step))
    }
    let segments = table.elements(Segment.self)
    let needed =
      segments.filter { $0.p_type == UInt32(PT_LOAD) && $0.p_filesz > 0 }
      .map { Int(clamping: $0.p_offset).addingSaturating(Int(clamping: $0.p_filesz)) }.max() ?? 0
    if needed > byteCount { throw truncated(needed: needed) }
    // A program with a thousand objects has notes of some 50 KB.
    try check(
      "notes", segments.filter { $0.p_type == UInt32(PT_NOTE) }.map(\.p_filesz), limit: 1 << 20)
    return segments.inOrder { one, other in
      one.isOfLoadedBytes && (!other.isOfLoadedBytes || one.p_vaddr < other.p_vaddr)
    }
  }

  private func truncated(needed: Int) -> ImageLoadError {
    .truncated(path: path, byteCount: byteCount, neededByteCount: needed)
  }

  /// Checks the sizes of a part that is read before the file is mapped, in bytes.
  ///
  /// A file can have holes, so large sizes in its headers cost nothing on disk.
  ///
  /// - Throws: `ImageLoadError.tooLarge` if their sum exceeds the limit.
  package func check(
    _ part: String, _ byteCounts: [UInt64], limit: Int
  ) throws(ImageLoadError) {
    let sum = byteCounts.reduce(UInt64(0)) { $0.addingSaturating($1) }
    guard sum <= UInt64(limit) else {
      throw .tooLarge(path: path, part: part, byteCount: Int(clamping: sum), limit: limit)
    }
  }

  // MARK: Notes

  /// The build ID, from the note of owner `GNU` and type 3.
  private func buildID(_ segments: [Segment]) -> [UInt8] {
    for segment in segments where segment.p_type == UInt32(PT_NOTE) {
      let limit = 1 << 16
      let notes = bytes(
        at: Int(clamping: segment.p_offset), count: min(Int(clamping: segment.p_filesz), limit))
      // The first bytes identify the note, since notes of several alignments can be in
      // one segment.
      let start: [UInt8] = [3, 0, 0, 0, 0x47, 0x4e, 0x55, 0]
      for at in stride(from: 8, to: notes.count - start.count, by: 4)
      where notes[at..<at + start.count].elementsEqual(start) {
        let count = Int(notes[at - 4]) | Int(notes[at - 3]) << 8
        return Array(notes.dropFirst(at + start.count).prefix(count))
      }
    }
    return []
  }
}

extension PluginFile.Segment {
  var isOfLoadedBytes: Bool { p_type == UInt32(PT_LOAD) && p_filesz > 0 }
}

extension FixedWidthInteger {
  fileprivate func addingSaturating(_ other: Self) -> Self {
    let (sum, isTooLarge) = addingReportingOverflow(other)
    return isTooLarge ? .max : sum
  }
}

extension MachineKind {
  /// The kind of the executable, which the kernel has run; nil without `/proc`.
  static let ofProcess: MachineKind? = {
    let header = OpenFile("/proc/self/exe")?.bytes(at: 0, count: byteCount) ?? []
    return header.count == byteCount ? MachineKind(header) : nil
  }()
}
