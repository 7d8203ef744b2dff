// SPDX-License-Identifier: Apache-2.0

import CLibrary
import Foundation

/// The Swift files of the program's modules at one moment, by their paths.
struct ProgramSources: Equatable {
  private(set) var files: [String: String] = [:]

  init() {}

  /// Reads all Swift files of the modules.
  init(of modules: [ProgramModule]) {
    for module in modules {
      let names = FileManager.default.enumerator(atPath: module.folder)
      while let name = names?.nextObject() as? String {
        if name.hasSuffix(".swift") { read(module.folder + "/" + name) }
      }
    }
  }

  mutating func read(_ path: String) {
    files[path] = FileManager.default.contents(atPath: path)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// The files that modules hold.
  func of(_ modules: [ProgramModule]) -> ProgramSources {
    var sources = self
    sources.files = files.filter { path, _ in modules.contains { $0.holds(path) } }
    return sources
  }

  /// Takes the texts that some files have in other sources.
  mutating func take(_ paths: some Sequence<String>, from other: ProgramSources) {
    for path in paths { files[path] = other.files[path] }
  }

  /// A file's name, with its module if another file has the same.
  func name(_ path: String, of modules: [ProgramModule]) -> String {
    let name = (path as NSString).lastPathComponent
    let isShared = files.keys.contains { $0 != path && $0.hasSuffix("/" + name) }
    let module = isShared ? modules.first { $0.holds(path) } : nil
    return module.map { "\($0.name)/\(name)" } ?? name
  }

  /// The paths of the files that differ, sorted.
  func changes(from other: ProgramSources) -> [String] {
    Set(files.keys).union(other.files.keys).filter { files[$0] != other.files[$0] }.sorted()
  }
}

extension String {
  /// Whether a line of code has a name as a whole word, or an operator.
  func mentions(_ name: String) -> Bool {
    func isPart(_ character: Character) -> Bool {
      character.isLetter || character.isNumber || character == "_"
    }
    if !name.allSatisfy(isPart) { return contains(name) }
    return split { !isPart($0) }.contains { $0 == name }
  }

  /// Whether the text has some bytes.
  func holds(_ word: String) -> Bool {
    var (text, word) = (self, word)
    return text.withUTF8 { bytes -> Bool in
      word.withUTF8 { word -> Bool in Self.find(word, in: bytes) }
    }
  }

  private static func find(
    _ word: UnsafeBufferPointer<UInt8>, in text: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard let first = word.first, let start = word.baseAddress, var next = text.baseAddress,
      word.count <= text.count
    else { return false }
    let end = next + (text.count - word.count + 1)
    while let found = memchr(next, Int32(first), end - next) {
      if memcmp(found, start, word.count) == 0 { return true }
      next += UnsafeRawPointer(found) - UnsafeRawPointer(next) + 1
    }
    return false
  }
}
