// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization

/// The files of the module that a declaration is in, as far as they can be read.
///
/// What a macro writes must not depend on them, since nothing expands it anew when they
/// change. They only tell it what the compiler would say of its text: that, where it can be
/// known, is better said of the source.
enum ModuleSources {
  struct File: Sendable {
    let path: String
    let text: String
  }

  /// Instead of what is on disk.
  @TaskLocal static var given: [File]?

  private static let known = Mutex<[String: [File]]>([:])

  /// - Parameters:
  ///   - path: of a file of the module.
  ///   - module: its name, which the folder has that SwiftPM keeps it in.
  static func files(around path: String, ofModule module: String) -> [File] {
    if let given { return given }
    guard path.hasPrefix("/"), path.hasSuffix(".swift") else { return [] }
    guard let folder = folder(of: path, ofModule: module) else {
      return text(of: path).map { [File(path: path, text: $0)] } ?? []
    }
    return known.withLock { known in
      if let files = known[folder] { return files }
      var files: [File] = []
      collect(folder, into: &files)
      known[folder] = files
      return files
    }
  }

  /// The outermost folder in a package that is called as the module, or the file's own. Nil
  /// where there is no package: other files there need not belong to the module.
  private static func folder(of path: String, ofModule module: String) -> String? {
    var found = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
    var outer = found
    while let slash = outer.lastIndex(of: "/") {
      if access(outer + "/Package.swift", R_OK) == 0 { return String(found) }
      if outer[slash...].dropFirst() == module { found = outer }
      outer = outer[..<slash]
    }
    return nil
  }

  private static func collect(_ folder: String, into files: inout [File]) {
    guard let directory = opendir(folder) else { return }
    defer { closedir(directory) }
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      let path = folder + "/" + name
      if name.hasSuffix(".swift") {
        if let text = text(of: path) { files.append(File(path: path, text: text)) }
      } else if !name.hasPrefix("."), Int32(entry.pointee.d_type) == Int32(DT_DIR) {
        collect(path, into: &files)
      }
    }
  }

  private static func text(of path: String) -> String? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&buffer, 1, buffer.count, file)
      if count == 0 { break }
      bytes += buffer[..<count]
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
