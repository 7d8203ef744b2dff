// SPDX-License-Identifier: Apache-2.0

/// The version of a plug-in, or of what a host provides: `2.1`, `1.4.0-beta.2`.
///
/// Numbers with dots between them, as many as there are; then, behind a hyphen, what makes it
/// an earlier one; then, behind a plus sign, what tells builds apart and counts for nothing.
/// The order is that of [Semantic Versioning](https://semver.org), in which numbers that are
/// not there are 0: `2` and `2.0.0` are the same.
public struct PluginVersion: Hashable, Sendable {
  /// As it was written.
  public let text: String
  /// Without zeros at the end.
  private let numbers: [UInt64]
  private let prerelease: [Substring]

  /// - Parameter text: nil is returned for one that has another form, or a number of more than
  ///   18 digits.
  public init?(_ text: String) {
    self.text = text
    let parts = text.split(separator: "+", maxSplits: 1, omittingEmptySubsequences: false)
    let release = parts[0].split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    var numbers: [UInt64] = []
    for part in release[0].split(separator: ".", omittingEmptySubsequences: false) {
      guard !part.isEmpty, part.utf8.count <= Self.digitLimit, part.utf8.allSatisfy(\.isDigit),
        let number = UInt64(part)
      else { return nil }
      numbers.append(number)
    }
    let marks = (release.dropFirst() + parts.dropFirst()).map {
      $0.split(separator: ".", omittingEmptySubsequences: false)
    }
    let isSound = marks.joined().allSatisfy { mark in
      !mark.isEmpty && mark.utf8.allSatisfy { $0.isDigit || $0.isLetter || $0 == 0x2d }
    }
    guard isSound else { return nil }
    while numbers.last == 0 { numbers.removeLast() }
    self.numbers = numbers
    prerelease = release.count > 1 ? marks[0] : []
  }

  /// So that each number has 64 bits.
  private static let digitLimit = 18

  public static func == (one: PluginVersion, other: PluginVersion) -> Bool {
    one.numbers == other.numbers && one.prerelease == other.prerelease
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(numbers)
    hasher.combine(prerelease)
  }
}

extension PluginVersion: Comparable {
  public static func < (one: PluginVersion, other: PluginVersion) -> Bool {
    if one.numbers != other.numbers { return one.numbers.lexicographicallyPrecedes(other.numbers) }
    // What is released comes behind all that came before it.
    if one.prerelease.isEmpty || other.prerelease.isEmpty {
      return !one.prerelease.isEmpty && other.prerelease.isEmpty
    }
    return one.prerelease.lexicographicallyPrecedes(other.prerelease, by: Self.precedes)
  }

  /// Numbers by their value, and before words.
  private static func precedes(_ one: Substring, _ other: Substring) -> Bool {
    let isNumber = (one.utf8.allSatisfy(\.isDigit), other.utf8.allSatisfy(\.isDigit))
    switch isNumber {
    case (true, true):
      let (one, other) = (one.drop { $0 == "0" }, other.drop { $0 == "0" })
      return one.utf8.count == other.utf8.count
        ? one.utf8.lexicographicallyPrecedes(other.utf8) : one.utf8.count < other.utf8.count
    case (true, false), (false, true): return isNumber.0
    case (false, false): return one.utf8.lexicographicallyPrecedes(other.utf8)
    }
  }
}

extension PluginVersion: ExpressibleByStringLiteral {
  /// Ends the process for a literal of another form.
  public init(stringLiteral text: String) {
    guard let version = PluginVersion(text) else {
      preconditionFailure("\"\(text)\" is no version: write numbers with dots, such as \"2.1\"")
    }
    self = version
  }
}

extension PluginVersion: CustomStringConvertible {
  public var description: String { text }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (0x30...0x39).contains(self) }
  fileprivate var isLetter: Bool { (0x41...0x5a).contains(self & ~0x20) }
}
