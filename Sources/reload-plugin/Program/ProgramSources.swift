// SPDX-License-Identifier: Apache-2.0

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

  /// The paths of the files that differ, sorted.
  func changes(from other: ProgramSources) -> [String] {
    Set(files.keys).union(other.files.keys).filter { files[$0] != other.files[$0] }.sorted()
  }
}
