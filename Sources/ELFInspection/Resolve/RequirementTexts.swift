// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// The names of requirements, which `@Extensible` leaves as a literal in the file: a line
/// for each, and behind a tab the name in records where that is another one.
struct RequirementTexts {
  /// By the number of lines and the base name of the first.
  private var texts: [Key: Set<String>] = [:]

  private struct Key: Hashable {
    let lineCount: Int
    let base: String
  }

  private static let longest = 1 << 16
  /// Of a crafted file.
  private static let countLimit = 1 << 16
  private var count = 0

  mutating func add(_ bytes: Span<UInt8>) {
    guard bytes.count <= Self.longest, count < Self.countLimit, Self.mayBeNames(bytes),
      let text = try? UTF8Span(validating: bytes)
    else { return }
    let string = String(copying: text)
    let lines = string.split(separator: "\n", omittingEmptySubsequences: false)
    guard let first = lines.first.map(Self.base) else { return }
    count += 1
    texts[Key(lineCount: lines.count, base: first), default: []].insert(string)
  }

  /// Printable, with parentheses or the words before a property.
  private static func mayBeNames(_ bytes: Span<UInt8>) -> Bool {
    var hasMark = false
    for index in bytes.indices {
      let byte = bytes[index]
      if byte < 0x20, byte != 0x0a, byte != 0x09 { return false }
      if byte == UInt8(ascii: "(") || byte == UInt8(ascii: " ") { hasMark = true }
    }
    return hasMark
  }

  /// The lines that go with the cases of an enumeration; nil where no text does, or more
  /// than one.
  func lines(for cases: [String]) -> [ExtensibleProtocol.Requirement]? {
    guard let first = cases.first else { return [] }
    var found: [[ExtensibleProtocol.Requirement]] = []
    // The case's name is the base, and more where overloads need it.
    for length in 1...first.count {
      let key = Key(lineCount: cases.count, base: String(first.prefix(length)))
      for text in texts[key] ?? [] {
        let requirements = text.split(separator: "\n").map(Self.requirement)
        guard requirements.count == cases.count,
          zip(requirements, cases).allSatisfy({ Self.goes($0.nameInRecords, with: $1) })
        else { continue }
        found.append(requirements)
      }
    }
    if found.isEmpty, first.hasPrefix("static_") {
      return lines(for: [String(first.dropFirst(7))] + cases.dropFirst())
    }
    return found.count == 1 ? found[0] : nil
  }

  private static func requirement(_ line: Substring) -> ExtensibleProtocol.Requirement {
    let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    return ExtensibleProtocol.Requirement(
      name: RequirementName(parts[0]),
      nameInRecords: RequirementName(parts.dropFirst().first ?? parts[0]))
  }

  private static func goes(_ name: RequirementName, with caseName: String) -> Bool {
    let base = base(Substring(name.text))
    return !base.isEmpty
      && [caseName, String(caseName.dropFirst(caseName.hasPrefix("static_") ? 7 : 0))].contains {
        $0 == base || $0.hasPrefix(base + "_")
      }
  }

  /// Of the method that stands for it, as it is in the name of a case.
  private static func base(_ line: Substring) -> String {
    let parts = line.split(separator: "\t", omittingEmptySubsequences: false)
    var name = parts.count > 1 && !parts[1].isEmpty ? parts[1] : parts.first ?? ""
    if name.hasPrefix("static ") { name = name.dropFirst(7) }
    return String(
      name.prefix { $0 != "(" }.filter { $0 != "`" }
        .map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
  }
}
