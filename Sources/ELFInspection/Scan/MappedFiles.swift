// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors
import CLibrary

/// The files that a process has mapped, or had mapped when its core was written.
///
/// The process is not stopped.
public struct MappedFiles: Sendable {
  /// The files in the order of their addresses, each once.
  public var entries: [ScanEntry] { files.map(\.entry) }
  /// Parts that can't be read, and files that were replaced on disk.
  public private(set) var problems: [Problem] = []
  /// The process, as `process 4711`, or the core file.
  public let origin: Origin

  private(set) var files: [File] = []
  let source: Source

  /// A file, and where it is mapped.
  struct File {
    let entry: ScanEntry
    /// Its mappings in the order of their addresses; none if the file at hand is another build.
    let mappings: [FileMapping]
  }

  enum Source {
    /// A process's folder in `/proc`.
    case process(String)
    case core(Path)
  }

  /// Lists a process's files.
  ///
  /// - Parameter identifier: the process identifier.
  /// - Throws: if the process does not exist or may not be inspected.
  public init(process identifier: Int32) throws(InspectionError) {
    try self.init(folder: "/proc/\(identifier)/", name: "process \(identifier)")
  }

  /// Lists a process's files.
  ///
  /// - Parameter folder: the process's folder in `/proc`.
  init(folder: String, name: String) throws(InspectionError) {
    origin = Origin(Path(name))
    source = .process(folder)
    let bytes: [UInt8]
    do throws(InspectionError) {
      bytes = try Self.read(Path(folder + "maps"))
    } catch {
      throw InspectionError(
        .system, "the files of \(name) can't be listed (\(error.text)): is it running, and yours?")
    }
    for mappings in Self.mappings(bytes).grouped(by: { [$0.device ?? 0, $0.inode ?? 0] }) {
      if let entry = entry(of: mappings[0], folder) {
        files.append(File(entry: entry, mappings: mappings))
      }
    }
    guard !files.isEmpty else {
      throw InspectionError(.system, "\(name) maps no file: it has ended, or is a kernel thread")
    }
  }

  /// Lists a core file's mappings.
  ///
  /// - Parameter core: a core file, as the system writes it when a process
  ///   crashes.
  public init(core: Path) throws(InspectionError) {
    origin = Origin(core)
    source = .core(core)
    let file = try ELFFile(path: core)
    guard file.header.type == .core else {
      throw InspectionError(.malformedHeader, "not a core file")
    }
    let memory = try CoreMemory(file)
    var unknownCount = 0
    for mappings in try file.mappedFiles().grouped(by: \.path) {
      let mapping = mappings[0]
      let beside = core.folder.appending(mapping.path.lastComponent.bytes)
      let there = [beside, mapping.path].filter(\.exists)
      let mapped = memory.buildID(at: mapping.start)
      let same = there.first { mapped != nil && Self.buildID($0) == mapped }
      guard let found = same ?? there.first else {
        // Files that are not code, such as locale tables, bring nothing.
        let isCode = mappings.contains { memory.isExecutable(at: $0.start) != false }
        report(
          mapping.path, .system,
          "the process had this file, and it is neither at its path nor beside the core file",
          isCode ? .error : .warning)
        continue
      }
      let isOther = mapped != nil && same == nil
      files.append(
        File(
          entry: ScanEntry(found, .met),
          mappings: isOther ? [] : mappings.map { memory.marking($0) }))
      if let mapped, isOther {
        report(
          found, .replacedFile,
          "replaced since: the process had build \(mapped), and this is build"
            + " \(Self.buildID(found) ?? "without id")", .error)
      } else if mapped == nil, (try? ELFFile(path: found)) != nil {
        unknownCount += 1
      }
    }
    if unknownCount > 0 {
      report(
        core, .unsupported,
        "the core lacks the build ids of \(unknownCount.counted("file")): "
          + "the process may have had others", .warning)
    }
  }

  private static func buildID(_ path: Path) -> String? { try? ELFFile(path: path).buildID() }

  private mutating func report(
    _ path: Path, _ code: InspectionError.Code, _ text: String, _ severity: Severity? = nil
  ) {
    problems.append(Problem(Origin(path), InspectionError(code, text), severity))
  }
}

extension MappedFiles {
  /// The file of a mapping; nil if it is no code or can't be read.
  ///
  /// The path may lead to another file now: the process can have another root, and
  /// device numbers differ between sources (btrfs reports others in stat).
  private mutating func entry(of mapping: FileMapping, _ folder: String) -> ScanEntry? {
    let root = Path(bytes: Array("\(folder)root".utf8) + mapping.path.bytes)
    let there = [mapping.path, root].filter(\.exists)
    let range = String(mapping.start, radix: 16) + "-" + String(mapping.end, radix: 16)
    let mapped = ScanEntry(mapping.path, .mapped(Path("\(folder)map_files/\(range)")))
    func entry(_ path: Path) -> ScanEntry {
      path == mapping.path ? ScanEntry(path, .met) : ScanEntry(mapping.path, .mapped(path))
    }
    if !mapping.isDeleted,
      let found = there.first(where: { $0.isFile(mapping, onAnyDevice: false) })
    {
      return entry(found)
    }
    do throws(InspectionError) {
      let input = try mapped.open()
      // Other files, such as font caches, don't matter.
      let head = try input.bytes(at: 0, count: Int(min(input.byteCount, 4)))
      guard head == ELFHeader.magic else { return nil }
      let old = try ELFFile(mapped).buildID()
      if let old, let same = there.first(where: { Self.buildID($0) == old }) {
        return entry(same)
      }
      var ids = "the process maps build \(old ?? "without id")"
      if let new = there.first {
        ids += ", and build \(Self.buildID(new) ?? "without id") is there now"
      }
      report(
        mapping.path, .replacedFile,
        "\(there.isEmpty ? "deleted" : "replaced") since it was loaded: \(ids)")
      return mapped
    } catch {
      // If the mapping may not be read, the inode number identifies the
      // file.
      if !mapping.isDeleted,
        let found = there.first(where: { $0.isFile(mapping, onAnyDevice: true) })
      {
        return entry(found)
      }
      report(
        mapping.path, error.code,
        "deleted or replaced since it was loaded, and what the process maps can't be read: "
          + error.text)
      return nil
    }
  }

  /// The mappings of files in `/proc/PID/maps` (proc(5)): addresses,
  /// permissions, offset, device, inode, path.
  static func mappings(_ bytes: [UInt8]) -> [FileMapping] {
    bytes.split(separator: 0x0a).compactMap { line in
      let fields = line.split(separator: 0x20, maxSplits: 5)
      guard fields.count == 6 else { return nil }
      let addresses = fields[0].split(separator: UInt8(ascii: "-"))
      let numbers = fields[3].split(separator: UInt8(ascii: ":"))
      var path = fields[5].drop { $0 == 0x20 }
      guard path.first == 0x2f, addresses.count == 2, numbers.count == 2,
        let start = UInt64(hexadecimal: addresses[0]), let end = UInt64(hexadecimal: addresses[1]),
        let offset = UInt64(hexadecimal: fields[2]), let major = UInt64(hexadecimal: numbers[0]),
        let minor = UInt64(hexadecimal: numbers[1]),
        let inode = UInt64(String(decoding: fields[4], as: UTF8.self)), inode != 0
      else { return nil }
      let isDeleted = FileMapping.takeMark(&path)
      // The number in stat's form (makedev(3)).
      let device =
        (major & 0xfff) << 8 | (major & ~0xfff) << 32 | minor & 0xff | (minor & ~0xff) << 12
      return FileMapping(
        start: start, end: end, path: Path(bytes: Self.unescaped(path)), device: device,
        inode: inode, isDeleted: isDeleted, offset: offset,
        isWritable: fields[1].dropFirst().first == UInt8(ascii: "w"))
    }
  }

  /// The path with `\012` turned back into newlines.
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
    while true {
      let part = try InputFile.part(of: descriptor)
      if part.isEmpty { return bytes }
      bytes += part
    }
  }
}

extension Path {
  /// Whether the path leads to the file that a process maps.
  fileprivate func isFile(_ mapping: FileMapping, onAnyDevice: Bool) -> Bool {
    guard let status else { return false }
    return UInt64(status.st_ino) == mapping.inode
      && (onAnyDevice || UInt64(status.st_dev) == mapping.device)
  }
}

extension UInt64 {
  fileprivate init?(hexadecimal digits: ArraySlice<UInt8>) {
    self.init(String(decoding: digits, as: UTF8.self), radix: 16)
  }
}

extension CoreMemory {
  fileprivate func marking(_ mapping: FileMapping) -> FileMapping {
    var mapping = mapping
    mapping.isWritable = isWritable(at: mapping.start)
    return mapping
  }
}
