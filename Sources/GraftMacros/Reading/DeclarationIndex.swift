// SPDX-License-Identifier: Apache-2.0

import CLibrary

/// An index of the files that seem to declare a name, found in their bytes.
///
/// Parsing all files would take longer than the macros do, so only files that the
/// index names are parsed.
struct DeclarationIndex: Sendable {
  enum Keyword: String, CaseIterable, Sendable {
    case `extension`, `protocol`, `typealias`, `class`, `struct`, `enum`, `actor`
  }

  struct Entry: Sendable {
    let keyword: Keyword
    let file: ModuleSources.File
    /// The text between the name of a type, protocol or extension and its members.
    let clause: String
  }

  /// The entries by the declared or extended name, without enclosing types.
  private var entries: [String: [Entry]] = [:]

  init(_ files: [ModuleSources.File]) {
    for file in files {
      file.text.withCString { text in
        let bytes = UnsafeBufferPointer(start: text, count: strlen(text))
        bytes.withMemoryRebound(to: UInt8.self) { bytes in
          for keyword in Keyword.allCases { add(keyword, bytes, file) }
        }
      }
    }
  }

  func entries(of name: String, _ keywords: Keyword...) -> [Entry] {
    (entries[name] ?? []).filter { keywords.contains($0.keyword) }
  }

  /// The extensions of any type whose clause mentions a name, with the extended
  /// names.
  func extensions(mentioning name: String) -> [(name: String, entry: Entry)] {
    entries.flatMap { key, entries in
      entries.filter { $0.keyword == .extension && $0.clause.mentions(name) }.map { (key, $0) }
    }
  }

  /// The types and protocols whose clause mentions a name.
  func declared(mentioning name: String) -> [(name: String, entry: Entry)] {
    entries.flatMap { key, entries in
      entries.filter { $0.keyword != .extension && $0.clause.mentions(name) }.map { (key, $0) }
    }
  }

  /// The names that are extended.
  var extendedNames: [String] {
    entries.filter { $0.value.contains { $0.keyword == .extension } }.map(\.key)
  }

  private mutating func add(
    _ keyword: Keyword, _ bytes: UnsafeBufferPointer<UInt8>, _ file: ModuleSources.File
  ) {
    let word = keyword.rawValue
    var start = 0
    while let found = bytes.first(word, from: start) {
      start = found + word.utf8.count
      let isWord = found == 0 || !bytes[found - 1].isOfName
      guard isWord, start < bytes.count, bytes[start] == UInt8(ascii: " ") else { continue }
      let path = bytes[(start + 1)...].prefix {
        $0.isOfName || [UInt8(ascii: "."), UInt8(ascii: ":")].contains($0)
      }
      let clauseStart = path.endIndex
      let name = String(decoding: path, as: UTF8.self).split { $0 == "." || $0 == ":" }.last
      guard let name else { continue }
      let clause =
        keyword != .typealias
        ? bytes[max(start, clauseStart - 1)...].prefix(Self.longestClause)
          .prefix { $0 != UInt8(ascii: "{") } : []
      entries[String(name), default: []].append(
        Entry(keyword: keyword, file: file, clause: String(decoding: clause, as: UTF8.self)))
    }
  }

  private static let longestClause = 1000
}

extension String {
  fileprivate func mentions(_ name: String) -> Bool {
    split { !$0.isLetter && !$0.isNumber && $0 != "_" }.contains(Substring(name))
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The offset of a word's first occurrence, at `start` or behind it.
  fileprivate func first(_ word: String, from start: Int) -> Int? {
    guard let base = baseAddress.map(UnsafeRawPointer.init), start < count else { return nil }
    // The bytes end with a zero.
    let found = strstr((base + start).assumingMemoryBound(to: CChar.self), word)
    return found.map { UnsafeRawPointer($0) - base }
  }
}

extension UInt8 {
  fileprivate var isOfName: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 128...255:
      true
    default: false
    }
  }
}
