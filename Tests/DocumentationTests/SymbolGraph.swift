// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport

/// The public declarations of a module, as the compiler writes them.
struct SymbolGraph: Decodable {
  let symbols: [Symbol]

  struct Symbol: Decodable {
    struct Kind: Decodable { let identifier: String }
    struct Fragment: Decodable { let spelling: String }
    struct Location: Decodable { let uri: String }
    struct Comment: Decodable {
      struct Line: Decodable { let text: String }
      let lines: [Line]
    }

    let kind: Kind
    /// The types that it is in, and its own name with labels.
    let pathComponents: [String]
    let declarationFragments: [Fragment]
    let docComment: Comment?
    /// Nil for what a macro wrote.
    let location: Location?
  }

  init(_ module: String, in folder: String) throws {
    let data = try Data(contentsOf: URL(filePath: folder + module + ".symbols.json"))
    self = try JSONDecoder().decode(Self.self, from: data)
  }
}

extension SymbolGraph.Symbol {
  var name: String { pathComponents.joined(separator: ".") }

  var isMacro: Bool { kind.identifier == "swift.macro" }

  /// Whether it is a type with members.
  var isType: Bool {
    ["swift.struct", "swift.enum", "swift.class", "swift.protocol"].contains(kind.identifier)
  }

  /// In one line, without what says nothing to who uses it: of a macro, which names it writes.
  var declaration: String {
    let text = declarationFragments.map(\.spelling).joined()
      .replacing("@discardableResult ", with: "")
    let start = isMacro ? text.firstRange(of: "macro ")?.lowerBound : nil
    return text[(start ?? text.startIndex)...].split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
  }

  /// The first sentence of its docstring.
  var summary: String? {
    guard let docComment else { return nil }
    let text = docComment.lines.map { $0.text.trimmingCharacters(in: .whitespaces) }
      .prefix { !$0.isEmpty }.joined(separator: " ")
    return String(text.prefixMatch(of: /.*?\.(?= |$)/)?.output ?? text[...])
  }

  /// Whether its docstring says that macros call it.
  var isForGeneratedCode: Bool { summary?.hasPrefix("For the code of") ?? false }

  /// The file that declares it, from the package's folder.
  var file: String? {
    guard let path = location.flatMap({ URL(string: $0.uri) })?.path(),
      let sources = path.firstRange(of: "/Sources/")
    else { return nil }
    return String(path[sources.lowerBound...].dropFirst())
  }
}
