// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors
import Glibc

/// The files that a process has mapped, or had when its core was written. Nothing is
/// stopped, and nothing of its memory is read.
public struct MappedFiles: Sendable {
  /// In the order of their addresses, each once.
  public private(set) var entries: [ScanEntry] = []
  /// What can't be known, and which files are no longer those on disk.
  public private(set) var problems: [Problem] = []

  /// - Parameter identifier: of the process.
  /// - Throws: if there is none, or it may not be looked at.
  public init(process identifier: Int32) throws(InspectionError) {
    let folder = "/proc/\(identifier)/"
    let bytes: [UInt8]
    do throws(InspectionError) {
      bytes = try Self.read(Path(folder + "maps"))
    } catch {
      throw InspectionError(
        .system,
        "what process \(identifier) maps can't be read (\(error.text)): is it running, and"
          + " yours?")
    }
    var seen: Set<[UInt64]> = []
    for mapping in Self.mappings(bytes) {
      guard let device = mapping.device, let inode = mapping.inode,
        seen.insert([device, inode]).inserted
      else { continue }
      add(mapping, folder)
    }
    guard !entries.isEmpty else {
      throw InspectionError(
        .system, "process \(identifier) maps no file: it has ended, or is one of the kernel's")
    }
    sayWhatIsUnknown(Path("process \(identifier)"))
  }

  /// - Parameter core: a file of the kind that the system writes of a process that ended.
  public init(core: Path) throws(InspectionError) {
    let file = try ELFFile(path: core)
    guard file.header.type == .core else {
      throw InspectionError(.malformedHeader, "no core file")
    }
    let memory = try CoreMemory(file)
    var seen: Set<Path> = []
    var unknownCount = 0
    for mapping in try file.mappedFiles() where seen.insert(mapping.path).inserted {
      let beside = core.folder.appending(mapping.path.lastComponent.bytes)
      let there = [beside, mapping.path].filter(\.exists)
      let mapped = memory.buildID(at: mapping.start)
      let same = there.first { mapped != nil && Self.buildID($0) == mapped }
      guard let found = same ?? there.first else {
        problems.append(
          Problem(
            Origin(mapping.path),
            InspectionError(
              .system, "the process had it, and it is neither there nor beside the core file"),
            .warning))
        continue
      }
      entries.append(ScanEntry(found, .met))
      if let mapped, same == nil {
        sayThatIsOther(found, than: mapped)
      } else if mapped == nil, (try? ELFFile(path: found)) != nil {
        unknownCount += 1
      }
    }
    if unknownCount > 0 {
      problems.append(
        Problem(
          Origin(core),
          InspectionError(
            .unsupported,
            "it does not keep the build ids of \(unknownCount) of the files: whether they are those"
              + " that the process had is not known"), .warning))
    }
    sayWhatIsUnknown(core)
  }

  private static func buildID(_ path: Path) -> String? { try? ELFFile(path: path).buildID() }

  private mutating func sayThatIsOther(_ path: Path, than mapped: String) {
    problems.append(
      Problem(
        Origin(path),
        InspectionError(
          .replacedFile,
          "replaced since: the process had build \(mapped), and this is build"
            + " \(Self.buildID(path) ?? "without id")"), .error))
  }

  private mutating func sayWhatIsUnknown(_ path: Path) {
    problems.append(
      Problem(
        Origin(path),
        InspectionError(
          .unsupported, "what it withdrew, refused, rolled back or blocked is not in the files"),
        .note))
  }
}

extension MappedFiles {
  /// What the file's name leads to now need not be what is mapped.
  private mutating func add(_ mapping: FileMapping, _ folder: String) {
    var status = stat()
    let isThere = mapping.path.withCString { stat($0, &status) } == 0
    if !mapping.isDeleted, isThere, UInt64(status.st_ino) == mapping.inode,
      UInt64(status.st_dev) == mapping.device
    {
      entries.append(ScanEntry(mapping.path, .met))
      return
    }
    let range = String(mapping.start, radix: 16) + "-" + String(mapping.end, radix: 16)
    let entry = ScanEntry(mapping.path, .mapped(Path("\(folder)map_files/\(range)")))
    do throws(InspectionError) {
      let mapped = try entry.open()
      // What is no ELF file, such as a cache of fonts, is no matter.
      let head = try mapped.bytes(at: 0, count: Int(min(mapped.byteCount, 4)))
      guard head == ELFHeader.magic else { return }
      entries.append(entry)
      let old = try ELFFile(entry).buildID()
      let new = isThere ? try? ELFFile(path: mapping.path).buildID() : nil
      let ids =
        isThere
        ? "the process maps build \(old ?? "without id"), and build \(new ?? "without id") is there"
          + " now" : "the process maps build \(old ?? "without id")"
      problems.append(
        Problem(
          Origin(mapping.path),
          InspectionError(
            .replacedFile, "\(isThere ? "replaced" : "deleted") since it was loaded: \(ids)")))
    } catch {
      problems.append(
        Problem(
          Origin(mapping.path),
          InspectionError(
            error.code,
            "deleted or replaced since it was loaded, and what the process maps can't be read: "
              + error.text)))
    }
  }

  /// The lines of `/proc/PID/maps` that are of files (proc(5)): addresses, permissions,
  /// offset, device, inode, path.
  static func mappings(_ bytes: [UInt8]) -> [FileMapping] {
    bytes.split(separator: 0x0a).compactMap { line in
      let fields = line.split(separator: 0x20, maxSplits: 5)
      guard fields.count == 6 else { return nil }
      let addresses = fields[0].split(separator: UInt8(ascii: "-"))
      let numbers = fields[3].split(separator: UInt8(ascii: ":"))
      var path = fields[5].drop { $0 == 0x20 }
      guard path.first == 0x2f, addresses.count == 2, numbers.count == 2,
        let start = UInt64(hexadecimal: addresses[0]), let end = UInt64(hexadecimal: addresses[1]),
        let major = UInt64(hexadecimal: numbers[0]), let minor = UInt64(hexadecimal: numbers[1]),
        let inode = UInt64(String(decoding: fields[4], as: UTF8.self)), inode != 0
      else { return nil }
      let mark = Array(" (deleted)".utf8)
      let isDeleted = path.count > mark.count && path.suffix(mark.count).elementsEqual(mark)
      if isDeleted { path = path.dropLast(mark.count) }
      // As stat has it (makedev(3)).
      let device =
        (major & 0xfff) << 8 | (major & ~0xfff) << 32 | minor & 0xff | (minor & ~0xff) << 12
      return FileMapping(
        start: start, end: end, path: Path(bytes: Self.unescaped(path)), device: device,
        inode: inode, isDeleted: isDeleted)
    }
  }

  /// A newline in a path is `\012`.
  private static func unescaped(_ path: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var rest = path
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\\"), rest.starts(with: Array("012".utf8)) {
        result.append(0x0a)
        rest = rest.dropFirst(3)
      } else {
        result.append(byte)
      }
    }
    return result
  }

  private static func read(_ path: Path) throws(InspectionError) -> [UInt8] {
    let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw .system("can't open") }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = part.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .system("can't read") }
      if count == 0 { return bytes }
      bytes += part[..<count]
    }
  }
}

extension UInt64 {
  fileprivate init?(hexadecimal digits: ArraySlice<UInt8>) {
    self.init(String(decoding: digits, as: UTF8.self), radix: 16)
  }
}
