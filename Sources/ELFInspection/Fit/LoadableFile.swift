// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// A file as the dynamic linker reads it: by its program headers, whatever its
/// section table says.
///
/// Only little-endian files of 64 bits are read.
final class LoadableFile {
  let path: Path
  /// The first 64 bytes.
  let header: [UInt8]
  /// The program headers; empty if they have another form, which the dynamic
  /// linker refuses.
  let segments: [Segment]
  let byteCount: Int
  private let input: InputFile
  private(set) lazy var dynamic = DynamicTables(self)
  /// The segments with bytes that are loaded, by address.
  private lazy var loadedSegments = segments.filter {
    $0.type == Segment.load && $0.fileByteCount > 0
  }.sorted { $0.virtualAddress < $1.virtualAddress }

  /// The most bytes of notes that are read before a file is mapped, as in
  /// `load`.
  private static let noteLimit = 1 << 20

  var name: String { path.display }
  var identity: InputFile.Identity? { try? input.identity }

  /// Opens a file, with the checks of `load` before it is mapped.
  ///
  /// - Parameter machine: the process's machine; nil for the executable.
  init(_ path: Path, for machine: MachineKind?) throws(PluginRefusal) {
    let input = try Self.open(path)
    let header = Self.bytes(of: input, at: 0, count: 64)
    guard header.starts(with: [0x7f, 0x45, 0x4c, 0x46]) else { throw .notELF(path.display) }
    let byteCount = Int(clamping: input.byteCount)
    func truncated(_ needed: Int) -> PluginRefusal {
      .truncated(path.display, byteCount, needed: needed)
    }
    guard header.count >= MachineKind.byteCount else { throw truncated(64) }
    let found = MachineKind(header)
    if let machine, found != machine {
      throw .otherArchitecture(path.display, found: "\(found)", wanted: "\(machine)")
    }
    guard header.count == 64 else { throw truncated(64) }
    (self.path, self.input, self.header, self.byteCount) = (path, input, header, byteCount)
    let count = Int(header.u16(56))
    guard header.u16(54) == 56, let offset = Int(exactly: header.u64(32)) else {
      segments = []
      return
    }
    let table = Self.bytes(of: input, at: offset, count: count * 56)
    guard table.count == count * 56 else { throw truncated(offset.addingSaturating(count * 56)) }
    segments = Segment.all(in: table.span, count: count, .graft)
    let needed =
      segments.filter { $0.type == Segment.load && $0.fileByteCount > 0 }
      .map { Int(clamping: $0.offset).addingSaturating(Int(clamping: $0.fileByteCount)) }.max()
      ?? 0
    if needed > byteCount { throw truncated(needed) }
    let notes = segments.filter { $0.type == Segment.note }.reduce(UInt64(0)) {
      let (sum, overflow) = $0.addingReportingOverflow($1.fileByteCount)
      return overflow ? .max : sum
    }
    if notes > UInt64(Self.noteLimit) {
      throw .tooLarge(path.display, "notes", Int(clamping: notes), limit: Self.noteLimit)
    }
  }

  private static func open(_ path: Path) throws(PluginRefusal) -> InputFile {
    do throws(InspectionError) {
      return try InputFile(opening: path)
    } catch {
      if error.code == .notRegularFile { throw .notELF(path.display) }
      let reason = error.text.firstRange(of: ": ").map { error.text[$0.upperBound...] }
      throw .notFound(path.display, reason.map(String.init) ?? error.text)
    }
  }

  /// Reads bytes; fewer if the file ends before.
  func bytes(at offset: Int, count: Int) -> [UInt8] {
    Self.bytes(of: input, at: offset, count: count)
  }

  private static func bytes(of input: InputFile, at offset: Int, count: Int) -> [UInt8] {
    let end = Int(clamping: input.byteCount)
    guard offset >= 0, offset < end, count > 0 else { return [] }
    return (try? input.bytes(at: UInt64(offset), count: min(count, end - offset))) ?? []
  }
}

extension LoadableFile {
  /// The file for readers of sections.
  ///
  /// It lacks its section table if that was cut off behind the loaded parts.
  var entry: ScanEntry {
    let end = Int(clamping: header.u64(40)).addingSaturating(Int(header.u16(60)) * 64)
    guard header.u64(40) != 0, end > byteCount else { return ScanEntry(path, .met) }
    var bytes = bytes(at: 0, count: byteCount)
    for offset in Array(40..<48) + Array(58..<64) where offset < bytes.count { bytes[offset] = 0 }
    return ScanEntry(path, .memory(bytes))
  }

  /// The file offset of an address, and the number of bytes that follow in its
  /// segment.
  ///
  /// Segments do not overlap (gABI, "Program Header").
  func place(of address: UInt64) -> (offset: Int, byteCount: Int)? {
    let next = loadedSegments.firstSortedIndex { $0.virtualAddress > address }
    guard next > 0 else { return nil }
    let segment = loadedSegments[next - 1]
    let distance = address - segment.virtualAddress
    guard distance < segment.fileByteCount else { return nil }
    return (Int(segment.offset + distance), Int(segment.fileByteCount - distance))
  }

  /// Reads bytes at an address; fewer if the segment's part in the file ends
  /// before.
  func loaded(at address: UInt64, count: Int) -> [UInt8] {
    guard let place = place(of: address) else { return [] }
    return bytes(at: place.offset, count: min(count, place.byteCount))
  }

  func bytes(of segment: Segment) -> [UInt8] {
    bytes(at: Int(clamping: segment.offset), count: Int(clamping: segment.fileByteCount))
  }

  /// The bytes of the note segments.
  private var notes: [[UInt8]] {
    segments.filter { $0.type == Segment.note }.map { bytes(of: $0) }
  }

  /// The note segments that are loaded, with their addresses.
  ///
  /// Some tools leave segments that point to nothing that is loaded. Bytes that are in several
  /// segments are read once: a crafted file can have thousands.
  var loadedNotes: [(address: UInt64, bytes: [UInt8])] {
    let notes = segments.filter { $0.type == Segment.note && $0.virtualAddress % 4 == 0 }
    let parts = notes.compactMap { segment in
      place(of: segment.virtualAddress).map { place in
        let byteCount = min(place.byteCount, Int(clamping: segment.memoryByteCount))
        return (start: place.offset, end: place.offset + byteCount, address: segment.virtualAddress)
      }
    }.sorted { ($0.start, $1.end) < ($1.start, $0.end) }
    var end = 0
    return parts.compactMap { part in
      guard part.end > end else { return nil }
      // A note of Graft that begins before is whole in the part before.
      let known = max(0, end - Self.longestNote - part.start) & ~3
      end = part.end
      let start = part.start + known
      return (part.address &+ UInt64(known), bytes(at: start, count: part.end - start))
    }
  }

  /// The bytes of the anchor's note, the longest of Graft's.
  private static let longestNote = 40

  /// Whether it is started, and not only opened by others.
  var isProgram: Bool {
    let fixedProgram: UInt16 = 2
    return header.u16(16) == fixedProgram || dynamic.isProgram
      || segments.contains { $0.type == Segment.interpreter }
  }

  /// The build ID; empty if there is none.
  private var buildID: [UInt8] {
    let start: [UInt8] = [3, 0, 0, 0, 0x47, 0x4e, 0x55, 0]
    for bytes in notes {
      for at in stride(from: 8, to: bytes.count - start.count, by: 4)
      where bytes[at..<at + start.count].elementsEqual(start) {
        return Array(bytes.dropFirst(at + start.count).prefix(Int(bytes.u16(at - 4))))
      }
    }
    return []
  }

  /// Whether both come from one run of a linker, as far as they tell.
  func isSameBuild(as other: LoadableFile) -> Bool {
    let ids = (buildID, other.buildID)
    return identity == other.identity && byteCount == other.byteCount && ids.0 == ids.1
      || !ids.0.isEmpty && ids.0 == ids.1
  }

  /// The compilers that compiled its code, as far as notes name them.
  var origins: [ImageOrigin] { notes.flatMap { ImageOrigin.all(in: $0.span) } }

  /// Whether one of its notes says that it has a copy of Graft's loader.
  var hasLoader: Bool {
    let owner = Array("GraftLoader\0".utf8)
    return loadedNotes.contains { _, bytes in
      stride(from: 0, through: bytes.count - 28, by: 4).contains { start in
        bytes.u32(start) == 12 && bytes.u32(start + 4) == 4 && bytes.u32(start + 8) == 1
          && bytes[start + 12..<start + 24].elementsEqual(owner)
      }
    }
  }

  /// The protocols that its extensions were compiled against.
  var compiledProtocols: [CompiledProtocol] {
    var budget = ReadingBudget(fileByteCount: UInt64(byteCount))
    return loadedSegments.flatMap { segment -> [CompiledProtocol] in
      guard (try? budget.take(byteCount: segment.fileByteCount)) != nil else { return [] }
      return CompiledProtocol.all(in: bytes(of: segment).span)
    }
  }

  /// The epoch of the first symbol in the file that names one.
  var namedEpoch: Int? {
    let prefix = Array(EpochSymbol.prefix.utf8)
    let (step, longest) = (1 << 20, 256)
    for offset in stride(from: 0, to: byteCount, by: step) {
      let bytes = bytes(at: offset, count: step + longest)
      guard
        let start = bytes.indices.first(where: {
          bytes[$0] == prefix[0] && bytes[$0...].starts(with: prefix)
        })
      else { continue }
      let name = String(decoding: bytes[start...].prefix { $0 != 0 }, as: UTF8.self)
      if let epoch = EpochSymbol.epoch(of: name, demangled: nil) { return epoch }
    }
    return nil
  }
}

extension [UInt8] {
  func u16(_ offset: Int) -> UInt16 { UInt16(self[offset]) | UInt16(self[offset + 1]) << 8 }
  func u32(_ offset: Int) -> UInt32 { UInt32(u16(offset)) | UInt32(u16(offset + 2)) << 16 }
  func u64(_ offset: Int) -> UInt64 { UInt64(u32(offset)) | UInt64(u32(offset + 4)) << 32 }
}

extension Int {
  fileprivate func addingSaturating(_ other: Int) -> Int {
    let (sum, isTooLarge) = addingReportingOverflow(other)
    return isTooLarge ? .max : sum
  }
}
