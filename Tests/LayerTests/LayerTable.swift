// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport

/// The layers of one target, as a table of `docs/contributing.md` states them, from the bottom up.
struct LayerTable {
  struct Layer {
    /// The layer's name: its folder, or the target for files beside the
    /// folders.
    let name: String
    /// The layers that it may name by the table, with all that those may name.
    let known: [String]
  }

  /// The path from the package's folder.
  let folder: String
  let layers: [Layer]

  /// The table under the heading `### FOLDER`, of lines such as `| Links | … | Model |`.
  init(of folder: String, in page: String) {
    self.folder = folder
    let section = page.components(separatedBy: "\n").drop { $0 != "### `\(folder)`" }.dropFirst()
      .prefix { !$0.hasPrefix("#") }
    layers = section.filter { $0.hasPrefix("| `") }.map { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      let names = { (cell: String) in cell.matches(of: /`([^`]+)`/).map { String($0.output.1) } }
      return Layer(name: names(cells[0])[0], known: names(cells[2]))
    }
  }

  init(folder: String, layers: [Layer]) {
    self.folder = folder
    self.layers = layers
  }

  static func ofPage(_ folder: String) throws -> LayerTable {
    let page = try String(contentsOfFile: Folders.package + "docs/contributing.md", encoding: .utf8)
    return LayerTable(of: folder, in: page)
  }

  subscript(name: String) -> Layer? { layers.first { $0.name == name } }

  /// The layers that the files of a layer may name: its own, those it knows,
  /// and those that these know.
  func reachable(from name: String) -> Set<String> {
    var (found, rest) = (Set<String>(), [name])
    while let next = rest.popLast() {
      if found.insert(next).inserted { rest += self[next]?.known ?? [] }
    }
    return found
  }

  /// The layer of a file, by its path in the target's folder.
  func layer(of path: String) -> String {
    let parts = path.split(separator: "/")
    return parts.count > 1 ? String(parts[0]) : String(folder.split(separator: "/").last!)
  }

  /// The source files in the target's folder.
  func files() throws -> [(path: String, text: String)] {
    let names = FileManager.default.enumerator(atPath: Folders.package + folder)!
      .compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }.sorted()
    return try names.map {
      ($0, try String(contentsOfFile: Folders.package + folder + "/" + $0, encoding: .utf8))
    }
  }
}
