// SPDX-License-Identifier: Apache-2.0

import CLibrary
import Graft
import GraftDescriptors

/// The files of a folder that may be plug-ins.
enum FolderEntries {
  struct Entry: Equatable {
    enum Kind: Equatable {
      case regular
      case symbolicLink
      case other
    }

    /// The path: the folder as given, and the name in it.
    let path: String
    /// The kind; nil for a name that is not UTF-8, which the path shows repaired.
    let kind: Kind?

    /// The reason to skip it; nil if there is none.
    func passOver(followingLinks: Bool) -> PluginResult.Outcome? {
      switch kind {
      case nil: .passedOver(.nameNotUTF8)
      case .other: .passedOver(.notRegularFile)
      case .symbolicLink: followingLinks ? nil : .passedOver(.symbolicLink)
      case .regular: nil
      }
    }
  }

  /// The entries of a folder that match a pattern, in the order of the names' bytes.
  ///
  /// - Parameter pattern: a pattern of `fnmatch`; it must contain a leading dot
  ///   explicitly.
  static func entries(
    of folder: String, matching pattern: String
  ) throws(ImageLoadError) -> [Entry] {
    let names = try names(in: folder).filter { fnmatch(pattern, $0, FNM_PERIOD) == 0 }
    let start = folder.hasSuffix("/") ? folder : folder + "/"
    return names.map { name in
      let bytes = name.dropLast()
      guard let text = String(validating: bytes, as: UTF8.self) else {
        return Entry(path: start + String(decoding: bytes, as: UTF8.self), kind: nil)
      }
      return Entry(path: start + text, kind: kind(of: start + text))
    }
  }

  static func hasFile(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// A path without symbolic links; nil, with `errno`, if nothing is there.
  static func target(of path: String) -> String? {
    guard let target = realpath(path, nil) else { return nil }
    defer { free(target) }
    return String(cString: target)
  }

  /// The folders and symbolic links on the way to a file, by paths without links before them.
  static func way(to path: String) -> [String] {
    var way: [String] = []
    var linkCount = 0
    var place = path.hasPrefix("/") ? "" : "."
    var rest = Array(path.split(separator: "/").reversed())
    while let name = rest.popLast(), linkCount < linkLimit {
      let next = place + "/" + name
      way.append(next)
      guard let target = linkTarget(of: next) else {
        place = next
        continue
      }
      linkCount += 1
      if target.hasPrefix("/") { place = "" }
      rest += target.split(separator: "/").reversed()
    }
    return way
  }

  /// The most links that Linux follows.
  private static var linkLimit: Int { 40 }

  /// The text of a symbolic link; nil if it is none.
  private static func linkTarget(of path: String) -> String? {
    var text = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &text, text.count)
    return count < 0 ? nil : String(decoding: text[..<count], as: UTF8.self)
  }

  /// The names in a folder, each with its NUL, sorted.
  private static func names(in folder: String) throws(ImageLoadError) -> [[UInt8]] {
    guard !folder.isEmpty, !folder.utf8.contains(0) else {
      throw .folderUnread(path: folder, reason: "not the path of a folder")
    }
    guard let stream = opendir(folder) else { throw failure(folder) }
    defer { closedir(stream) }
    var names: [[UInt8]] = []
    while true {
      // `readdir` reports errors only in `errno`.
      errno = 0
      guard let entry = readdir(stream) else { break }
      names.append(withUnsafeBytes(of: &entry.pointee.d_name) { $0.prefix { $0 != 0 } + [0] })
    }
    if errno != 0 { throw failure(folder) }
    return names.sorted { $0.lexicographicallyPrecedes($1) }
  }

  private static func failure(_ folder: String) -> ImageLoadError {
    .folderUnread(path: folder, reason: DynamicLinker.lastError)
  }

  /// The kind of a file.
  ///
  /// A file that is gone counts as regular, and is reported when it is opened.
  private static func kind(of path: String) -> Entry.Kind {
    var status = stat()
    guard lstat(path, &status) == 0 else { return .regular }
    return switch status.st_mode & S_IFMT {
    case S_IFREG: .regular
    case S_IFLNK: .symbolicLink
    default: .other
    }
  }
}

/// The order in which to load files that need one another.
struct PluginOrder {
  /// The names of a file, and the names that it needs.
  struct File {
    let names: [String]
    let needed: [String]
    /// The name of the plug-in, and those that it needs.
    let plugin: String?
    let neededPlugins: [String]

    /// - Parameters:
    ///   - path: the file's path.
    ///   - soname: the name that the file declares.
    ///   - needed: the names or paths in its dynamic section.
    ///   - manifest: its manifest as a plug-in.
    init(path: String, soname: String?, needed: [String], manifest: PluginManifest? = nil) {
      (plugin, neededPlugins) = (manifest?.name, manifest?.needs.map(\.name) ?? [])
      let fileName = ExtensionImage.fileName(of: path)
      names = [fileName] + [soname].compactMap(\.self).filter { $0 != fileName }
      self.needed = needed.map(ExtensionImage.fileName)
    }
  }

  /// A name that a file needs, and those among the others that have it.
  typealias Dependency = (name: String, files: [Int])

  /// The dependencies of each file on the others as libraries.
  let dependencies: [[Dependency]]
  /// The files, each after those that it needs, and otherwise in their given order.
  ///
  /// The first file of a cycle comes first, and brings the others.
  let order: [Int]

  init(_ files: [File]) {
    var byName: [String: [Int]] = [:]
    for (number, file) in files.enumerated() {
      for name in file.names { byName[name, default: []].append(number) }
    }
    let dependencies = files.enumerated().map { number, file in
      file.needed.compactMap { name -> Dependency? in
        byName[name].flatMap { $0.contains(number) ? nil : (name, $0) }
      }
    }
    let plugins = Dictionary(grouping: files.indices.filter { files[$0].plugin != nil }) {
      files[$0].plugin!
    }
    let needed = zip(files.indices, dependencies).map { number, libraries in
      libraries.flatMap(\.files)
        + files[number].neededPlugins.flatMap { plugins[$0] ?? [] }.filter { $0 != number }
    }
    var order: [Int] = []
    var isSeen = files.map { _ in false }
    for first in files.indices {
      // A loop instead of recursion: a chain of files can be as long as the folder's
      // list.
      var path = isSeen[first] ? [] : [(file: first, next: 0)]
      isSeen[first] = true
      while let (file, next) = path.last {
        guard next < needed[file].count else {
          order.append(file)
          path.removeLast()
          continue
        }
        path[path.count - 1].next += 1
        let first = needed[file][next]
        if !isSeen[first] { path.append((first, 0)) }
        isSeen[first] = true
      }
    }
    self.dependencies = dependencies
    self.order = order
  }
}
