// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// The oldest systems on which a plug-in and the libraries that it brings can be loaded.
public struct VersionFloor: Sendable, Equatable {
  /// The newest version of glibc's symbols that they need, such as `GLIBC_2.34`; nil if they
  /// need none.
  public let glibc: String?
  /// The newest Swift that compiled them, such as `6.3.1`, whose runtime they need; nil if
  /// no note tells.
  public let swift: String?

  /// - Parameter files: the plug-in and the libraries that it brings.
  init(_ files: [LoadableFile]) {
    let needs = files.flatMap(\.dynamic.neededVersions).filter { !$0.mayBeMissing }
    glibc =
      needs.compactMap { SymbolVersion($0.version) }.filter { $0.family == "GLIBC" }
      .max { $0.isOlder(than: $1) }?.text
    swift =
      files.flatMap(\.origins).compactMap(\.swift).compactMap { PluginVersion($0) }.max()?
      .text
  }

  /// The texts for people: `GLIBC_2.34`, `Swift 6.3.1`.
  public var texts: [String] { [glibc, swift.map { "Swift \($0)" }].compactMap(\.self) }
}

/// The version of a symbol, such as `GLIBC_2.34`.
public struct SymbolVersion: Sendable {
  /// The version with its numbers.
  public let text: String
  let family: Substring
  private let numbers: [Int]

  /// The names without numbers by which a file asks for what a release of glibc brought.
  private static let named = [
    "GLIBC_ABI_DT_RELR": "GLIBC_2.36", "GLIBC_ABI_DT_X86_64_PLT": "GLIBC_2.42",
    "GLIBC_ABI_GNU2_TLS": "GLIBC_2.42",
  ]

  /// - Parameter text: a name, an underscore, and numbers with points between them, or a name that
  ///   glibc has for such a version; else the result is nil.
  public init?(_ text: String) {
    let text = Self.named[text] ?? text
    guard let end = text.lastIndex(of: "_"), end > text.startIndex else { return nil }
    let parts = text[text.index(after: end)...].split(
      separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { $0.allSatisfy(\.isNumber) ? Int($0) : nil }
    guard numbers.count == parts.count else { return nil }
    (self.text, family, self.numbers) = (text, text[..<end], numbers)
  }

  /// Whether it is an older version of the same family.
  func isOlder(than other: SymbolVersion) -> Bool {
    family == other.family && numbers.lexicographicallyPrecedes(other.numbers)
  }
}
