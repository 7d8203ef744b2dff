// SPDX-License-Identifier: Apache-2.0

import CLibrary
import SwiftParser
import SwiftSyntax
import Synchronization

/// The files of the module that a declaration is in, as far as they can be read.
///
/// The compiler expands a macro again when it compiles the macro's file, which it
/// does if something changed that the file refers to. So the generated code may
/// depend on protocols that the declaration refines, and on nothing else. Otherwise
/// these files only serve to report errors at the source that the compiler would
/// report in an expansion.
enum ModuleSources {
  final class File: Sendable {
    let path: String
    let text: String
    private let parsed = Mutex<SourceFileSyntax?>(nil)

    init(path: String, text: String) {
      self.path = path
      self.text = text
    }

    /// The syntax tree, parsed once for all protocols that ask for it.
    var tree: SourceFileSyntax {
      parsed.withLock { parsed in
        let tree = parsed ?? Parser.parse(source: text)
        parsed = tree
        return tree
      }
    }

    /// A node's place for errors: `File.swift:12`.
    func place(of node: some SyntaxProtocol) -> String {
      let start = node.positionAfterSkippingLeadingTrivia.utf8Offset
      let line = text.utf8.prefix(start).count { $0 == UInt8(ascii: "\n") } + 1
      return "\(path.split(separator: "/").last ?? ""):\(line)"
    }
  }

  /// The files that replace those on disk.
  @TaskLocal static var given: [File]?

  private static let known = Mutex<[String: DeclarationIndex]>([:])

  /// The index of the files of a module.
  ///
  /// - Parameters:
  ///   - path: the path of a file of the module.
  ///   - module: its name, which is also that of its folder in a package.
  static func declarations(around path: String, ofModule module: String) -> DeclarationIndex {
    if let given { return DeclarationIndex(given) }
    guard path.hasSuffix(".swift") else { return DeclarationIndex([]) }
    return known.withLock { known in
      let folder = folder(of: path, ofModule: module)
      if let index = known[folder ?? path] { return index }
      var files: [File] = []
      if let folder {
        collect(folder, into: &files)
      } else if let text = text(of: path) {
        files.append(File(path: path, text: text))
      }
      let index = DeclarationIndex(files)
      known[folder ?? path] = index
      return index
    }
  }

  /// The outermost folder in a package that has the module's name, or else the file's
  /// own folder.
  ///
  /// Nil if there is no package: other files there need not belong to the module.
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
    for (name, isFolder) in entries(of: folder) {
      let path = folder + "/" + name
      if name.hasSuffix(".swift") {
        if let text = text(of: path) { files.append(File(path: path, text: text)) }
      } else if !name.hasPrefix("."), isFolder {
        collect(path, into: &files)
      }
    }
  }

  static func names(in folder: String) -> [String] { entries(of: folder).map(\.name) }

  private static func entries(of folder: String) -> [(name: String, isFolder: Bool)] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var found: [(name: String, isFolder: Bool)] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      found.append((name, Int32(entry.pointee.d_type) == Int32(DT_DIR)))
    }
    return found
  }

  static func text(of path: String) -> String? {
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
