// SPDX-License-Identifier: Apache-2.0

/// The version of a plug-in or of a dependency: `2.1`, `1.4.0-beta.2`.
///
/// It consists of any number of numbers separated by dots; then, after a
/// hyphen, a pre-release; then, after a plus sign, build metadata, which is
/// ignored. The order is that of [Semantic Versioning](https://semver.org);
/// missing numbers are 0, so `2` and `2.0.0` are equal.
public struct PluginVersion: Hashable, Sendable {
  /// The text, as written.
  public let text: String
  /// The numbers, without trailing zeros.
  private let numbers: [UInt64]
  private let prerelease: [Substring]

  /// Parses a version.
  ///
  /// - Parameter text: the text; the result is nil for another form, or a
  ///   number of more than 18 digits.
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

  /// The most digits of a number, so that it fits into 64 bits.
  private static let digitLimit = 18

  public static func == (one: PluginVersion, other: PluginVersion) -> Bool {
    one.numbers == other.numbers && one.prerelease == other.prerelease
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(numbers)
    hasher.combine(prerelease)
  }
}

extension PluginVersion {
  /// Whether it is a pre-release of a release.
  func isPrerelease(of release: PluginVersion) -> Bool {
    numbers == release.numbers && !prerelease.isEmpty && release.prerelease.isEmpty
  }
}

extension PluginVersion: Comparable {
  public static func < (one: PluginVersion, other: PluginVersion) -> Bool {
    if one.numbers != other.numbers { return one.numbers.lexicographicallyPrecedes(other.numbers) }
    // A release comes after its pre-releases.
    if one.prerelease.isEmpty || other.prerelease.isEmpty {
      return !one.prerelease.isEmpty && other.prerelease.isEmpty
    }
    return one.prerelease.lexicographicallyPrecedes(other.prerelease, by: Self.precedes)
  }

  /// Compares two identifiers: numbers by value, and before words.
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
  /// Creates a version; a malformed literal ends the process.
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
