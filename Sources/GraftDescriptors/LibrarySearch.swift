// SPDX-License-Identifier: Apache-2.0

/// The files and the environment that the search for libraries reads.
package protocol SearchedSystem: Sendable {
  /// The value of LD_LIBRARY_PATH; empty if it is not set.
  var libraryPath: [UInt8] { get }
  /// The first bytes of a file, fewer at its end; nil if it can't be opened.
  func start(of path: [UInt8], byteCount: Int) -> [UInt8]?
  /// The paths that match a shell pattern.
  func paths(matching pattern: String) -> [String]
}

/// The search for the libraries that images need, as glibc's dynamic linker does it
/// (`_dl_map_object` in `elf/dl-load.c`).
///
/// Paths are bytes that need not be UTF-8.
package struct LibrarySearch: Sendable {
  /// The parts of an image on which the search depends.
  package struct Image: Sendable {
    private let origin: [UInt8]
    fileprivate let rPath: [UInt8]?
    fileprivate let runPath: [UInt8]?
    /// Whether it was linked with `-z nodefaultlib`, so that the dynamic linker's own folders are
    /// left out.
    fileprivate let leavesOutOwn: Bool

    /// The flag DF_1_NODEFLIB.
    private static let leavingOutOwn: UInt64 = 0x800

    /// - Parameters:
    ///   - origin: the absolute path of the file's folder.
    ///   - rPath: the text of DT_RPATH.
    ///   - runPath: the text of DT_RUNPATH, beside which DT_RPATH is ignored.
    ///   - flags: the value of DT_FLAGS_1.
    package init(origin: [UInt8], rPath: [UInt8]?, runPath: [UInt8]?, flags: UInt64? = nil) {
      (self.origin, self.runPath) = (origin, runPath)
      self.rPath = runPath == nil ? rPath : nil
      leavesOutOwn = (flags ?? 0) & Self.leavingOutOwn != 0
    }

    fileprivate func value(of token: String, _ processor: Processor) -> [UInt8] {
      switch token {
      case "ORIGIN": origin
      case "PLATFORM": Array(processor.platform.utf8)
      default: Array(processor.libraryFolder.utf8)
      }
    }
  }

  private let kind: MachineKind
  private let system: any SearchedSystem
  private let processor: Processor
  /// The folders of `/etc/ld.so.conf`.
  private let configuredFolders: [[UInt8]]
  /// The folders of the dynamic linker itself.
  private let ownFolders: [[UInt8]]

  package init(for kind: MachineKind, in system: some SearchedSystem) {
    (self.kind, self.system) = (kind, system)
    processor = Processor(kind, system)
    let folder = processor.libraryFolder
    let own = ["/" + folder, "/usr/" + folder, "/lib64", "/usr/lib64", "/lib", "/usr/lib"]
    ownFolders = own.map { Self.folder(Array($0.utf8)) }
    var read: Set<String> = []
    configuredFolders = system.configuredFolders(by: "/etc/ld.so.conf", &read).map(Self.folder)
  }

  /// The result of a search.
  package struct Result {
    /// A path with a slash; nil if no folder has a file for this machine.
    ///
    /// The dynamic linker asks nothing else of a file before it maps it.
    package let path: [UInt8]?
    /// The folders up to the one that has it, each once and with a slash at the end; none for a name
    /// with a slash.
    package let folders: [[UInt8]]
  }

  /// Searches for the library that the dynamic linker would load.
  ///
  /// - Parameters:
  ///   - name: a needed name, `expanded`.
  ///   - images: the image that needs it, the one that needs this image, and so on up to the
  ///     executable.
  ///   - limit: the most folders that the images may name. If they name more, none is searched, and
  ///     the result has all of them.
  package func result(
    for name: [UInt8], neededBy images: [Image], upTo limit: Int = .max
  ) -> Result {
    if name.contains(Self.slash) {
      return Result(path: system.start(of: name, byteCount: 0).map { _ in name }, folders: [])
    }
    let subfolders = processor.levels.map { Array("glibc-hwcaps/\($0)/".utf8) } + [[]]
    let (isListed, leavesOutOwn) = (name.isListed, images[0].leavesOutOwn)
    var seen: Set<[UInt8]> = []
    let named = (namedFolders(images) + (isListed || leavesOutOwn ? [] : ownFolders)).filter {
      seen.insert($0).inserted
    }
    if named.count > limit { return Result(path: nil, folders: named) }
    for (index, folder) in named.enumerated() {
      for path in subfolders.map({ folder + $0 + name }) where isCandidate(path) {
        return Result(path: path, folders: Array(named[...index]))
      }
    }
    let others = (isListed ? configuredFolders + ownFolders : []).filter {
      seen.insert($0).inserted
    }
    func isLeftOut(_ folder: [UInt8]) -> Bool {
      leavesOutOwn && ownFolders.contains { folder.starts(with: $0) }
    }
    let searched = named + others.filter { !isLeftOut($0) }
    // The list of `ldconfig` has files for a processor before those of all folders, and only its
    // first file of a name counts.
    for subfolder in subfolders {
      for folder in others where isCandidate(folder + subfolder + name) {
        if isLeftOut(folder) { return Result(path: nil, folders: searched) }
        let end = searched.firstIndex(of: folder)!
        return Result(path: folder + subfolder + name, folders: Array(searched[...end]))
      }
    }
    return Result(path: nil, folders: searched)
  }

  /// The path of the library that the dynamic linker would load; nil if there is none.
  package func path(of name: [UInt8], neededBy images: [Image]) -> [UInt8]? {
    result(for: name, neededBy: images).path
  }

  private func isCandidate(_ path: [UInt8]) -> Bool {
    guard let start = system.start(of: path, byteCount: MachineKind.byteCount) else { return false }
    return MachineKind(file: start).map { $0 == kind } ?? true
  }

  /// The folders that images and the environment name, in the order of the search.
  private func namedFolders(_ images: [Image]) -> [[UInt8]] {
    let inherited = images[0].runPath == nil ? images : []
    return inherited.flatMap { list($0.rPath ?? [], of: $0, separators: [Self.colon]) }
      + list(system.libraryPath, of: images.last!, separators: [Self.colon, UInt8(ascii: ";")])
      + list(images[0].runPath ?? [], of: images[0], separators: [Self.colon])
  }

  private static let slash = UInt8(ascii: "/")
  private static let colon = UInt8(ascii: ":")

  /// The folders of a list; an empty part of it is the current folder.
  private func list(_ text: [UInt8], of image: Image, separators: [UInt8]) -> [[UInt8]] {
    guard !text.isEmpty else { return [] }
    return text.split(omittingEmptySubsequences: false, whereSeparator: separators.contains).map {
      Self.folder($0.isEmpty ? [UInt8(ascii: ".")] : expanded(Array($0), for: image))
    }
  }

  /// A folder's path with one slash at the end.
  private static func folder(_ path: [UInt8]) -> [UInt8] {
    (path.lastIndex { $0 != slash }.map { Array(path[...$0]) } ?? []) + [slash]
  }

  /// A text of an image with its dynamic string tokens replaced: `$ORIGIN` or `${ORIGIN}`, and so
  /// on.
  package func expanded(_ text: [UInt8], for image: Image) -> [UInt8] {
    var result: [UInt8] = []
    var rest = text[...]
    while let start = rest.firstIndex(of: UInt8(ascii: "$")) {
      result += rest[..<start]
      rest = rest[(start + 1)...]
      let token = ["ORIGIN", "PLATFORM", "LIB"].lazy.compactMap { name in
        rest.end(of: name).map { (name: name, end: $0) }
      }.first
      result += token.map { image.value(of: $0.name, processor) } ?? [UInt8(ascii: "$")]
      rest = rest[(token?.end ?? rest.startIndex)...]
    }
    return result + rest
  }
}

/// The dynamic linker's knowledge of the processor and of how it was built.
private struct Processor: Sendable {
  /// The value of `$PLATFORM`.
  let platform: String
  /// The value of `$LIB`.
  let libraryFolder: String
  /// The subfolders of `glibc-hwcaps` that are searched, in order.
  let levels: [String]

  private static let levels = [
    (name: "x86-64-v2", flags: ["cx16", "lahf_lm", "popcnt", "pni", "sse4_1", "sse4_2", "ssse3"]),
    (name: "x86-64-v3", flags: ["avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe"]),
    (name: "x86-64-v4", flags: ["avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"]),
  ]

  init(_ kind: MachineKind, _ system: some SearchedSystem) {
    let name = kind.name
    // It is compiled into the dynamic linker, and leads to the C library.
    libraryFolder =
      ["lib/\(name)-linux-gnu", "lib"].first { folder in
        let start = system.start(
          of: Array("/\(folder)/libc.so.6".utf8), byteCount: MachineKind.byteCount)
        return start.flatMap(MachineKind.init(file:)) == kind
      } ?? "lib64"
    guard name == "x86_64" else {
      (platform, levels) = (name, [])
      return
    }
    let text = system.start(of: Array("/proc/cpuinfo".utf8), byteCount: 1 << 13) ?? []
    let lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
    func words(_ field: String) -> [Substring] {
      lines.first { $0.hasPrefix(field) }?.split { $0 == " " || $0 == "\t" } ?? []
    }
    let flags = words("flags")
    func has(_ wanted: [String]) -> Bool {
      wanted.allSatisfy { flag in flags.contains { $0 == flag } }
    }
    levels = Self.levels.prefix { has($0.flags) }.map(\.name).reversed()
    let haswell = ["avx2", "bmi1", "bmi2", "abm", "movbe", "popcnt", "fma"]
    platform = words("vendor_id").last == "GenuineIntel" && has(haswell) ? "haswell" : name
  }
}

extension SearchedSystem {
  /// The folders of a file of `ldconfig` (`parse_conf` in glibc's `elf/ldconfig.c`), one a line.
  ///
  /// - Parameter read: the files so far; each is read once.
  fileprivate func configuredFolders(by file: String, _ read: inout Set<String>) -> [[UInt8]] {
    // Files under several names could include one another for ever.
    let fileLimit = 1 << 8
    guard read.count < fileLimit, read.insert(file).inserted,
      let text = start(of: Array(file.utf8), byteCount: 1 << 16)
    else { return [] }
    let word = Array("include".utf8)
    let home = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
    var folders: [[UInt8]] = []
    for line in text.split(separator: UInt8(ascii: "\n")) {
      let line = line.prefix { $0 != UInt8(ascii: "#") }.drop(while: \.isSpace)
      let rest = line.dropFirst(word.count)
      guard line.starts(with: word), rest.first?.isBlank == true else {
        // The type of the libraries can follow.
        let folder = line.prefix { $0 != UInt8(ascii: "=") }
        let end = folder.lastIndex { !$0.isSpace }
        if let end, folder.first == UInt8(ascii: "/") { folders.append(Array(folder[...end])) }
        continue
      }
      for pattern in rest.split(whereSeparator: \.isBlank) {
        let pattern = String(decoding: pattern, as: UTF8.self)
        for found in paths(matching: pattern.hasPrefix("/") ? pattern : home + pattern) {
          folders += configuredFolders(by: found, &read)
        }
      }
    }
    return folders
  }
}

extension [UInt8] {
  /// Whether `ldconfig` lists a file of this name (`_dl_is_dso` in glibc).
  fileprivate var isListed: Bool {
    ["lib", "ld-"].contains { starts(with: $0.utf8) } && firstRange(of: Array(".so".utf8)) != nil
  }
}

extension UInt8 {
  fileprivate var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
  fileprivate var isSpace: Bool { isBlank || (0x0a...0x0d).contains(self) }

  fileprivate var isPartOfName: Bool {
    switch self {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}

extension ArraySlice<UInt8> {
  /// The index behind a token at the start, in braces or before what can't be part of its name.
  fileprivate func end(of token: String) -> Int? {
    let isBraced = first == UInt8(ascii: "{")
    let text = Array((isBraced ? "{\(token)}" : token).utf8)
    guard starts(with: text) else { return nil }
    let rest = dropFirst(text.count)
    let isEnd = isBraced || rest.first?.isPartOfName != true
    return isEnd ? rest.startIndex : nil
  }
}
