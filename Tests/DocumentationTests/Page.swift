// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// One Markdown file of the repository.
struct Page: Sendable, CustomTestStringConvertible {
  /// The path from the package's folder.
  let path: String
  let lines: [String]
  let blocks: [Block]

  /// A fenced block of code.
  struct Block: Sendable {
    /// The text after the fence: the language first.
    let info: String
    /// The line of its first line of code, from 1.
    let line: Int
    let text: String
  }

  static let all: [Page] = {
    let names = FileManager.default.enumerator(atPath: Folders.package + "docs")!
      .compactMap { $0 as? String }
      .filter { $0.hasSuffix(".md") && !$0.contains(".build/") }
    return (["README.md"] + names.sorted().map { "docs/" + $0 }).map { Page($0) }
  }()

  private init(_ path: String) {
    let text = try! String(contentsOfFile: Folders.package + path, encoding: .utf8)
    self.path = path
    lines = text.components(separatedBy: "\n")
    blocks = Self.blocks(in: lines)
  }

  private static func blocks(in lines: [String]) -> [Block] {
    var blocks: [Block] = []
    var first: Int?
    for (index, line) in lines.enumerated() {
      let content = line.trimmingCharacters(in: .whitespaces)
      guard content.hasPrefix("```") else { continue }
      guard let start = first else {
        first = index
        continue
      }
      let info = lines[start].trimmingCharacters(in: .whitespaces).dropFirst(3)
      let text = lines[(start + 1)..<index].joined(separator: "\n") + "\n"
      blocks.append(Block(info: String(info), line: start + 2, text: text))
      first = nil
    }
    return blocks
  }

  var testDescription: String { path }

  /// The lines outside of blocks.
  var prose: [String] {
    var isInBlock = false
    return lines.filter { line in
      guard line.trimmingCharacters(in: .whitespaces).hasPrefix("```") else { return !isInBlock }
      isInBlock.toggle()
      return false
    }
  }

  /// The names by which links reach the page's sections, as GitHub makes them
  /// from headings.
  var anchors: Set<String> {
    Set(
      prose.filter { $0.hasPrefix("#") }.map { heading in
        heading.drop { $0 == "#" || $0 == " " }.lowercased()
          .filter { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" || $0 == " " }
          .map { $0 == " " ? "-" : String($0) }.joined()
      })
  }
}

extension Page.Block {
  var language: String { String(info.prefix { $0 != " " }) }

  /// The words after the language.
  var words: [String] { info.split(separator: " ").dropFirst().map(String.init) }

  /// The value of a word such as `file=VALUE`.
  func value(_ name: String) -> String? {
    words.first { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.count + 1)) }
  }
}
