// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// The names of requirements, which `@Extensible` leaves as a literal in the file: a line
/// for each, and behind a tab the name in records where that is another one.
struct RequirementTexts {
  /// By the number of lines and the base name of the first.
  private var texts: [Key: Set<String>] = [:]
  /// The texts by the number of their lines alone.
  private var byLineCount: [Int: [String]] = [:]

  private struct Key: Hashable {
    let lineCount: Int
    let base: String
  }

  private static let longest = 1 << 16
  /// The most texts that a file can have before it counts as crafted.
  private static let countLimit = 1 << 16
  private var count = 0

  /// - Parameter run: up to a NUL. What stands in front of a text need not end in one.
  mutating func add(_ run: Span<UInt8>) {
    guard run.count <= Self.longest, count < Self.countLimit else { return }
    let bytes = run.extracting(Self.start(run)...)
    guard Self.mayBeNames(bytes), let text = try? UTF8Span(validating: bytes) else { return }
    let string = String(copying: text)
    let lines = string.split(separator: "\n", omittingEmptySubsequences: false)
    guard let first = lines.first.map(Self.base), !first.isEmpty else { return }
    count += 1
    let isNew = texts[Key(lineCount: lines.count, base: first), default: []].insert(string)
    if isNew.inserted { byLineCount[lines.count, default: []].append(string) }
  }

  /// What stands in front of a text is a number, if anything.
  private static let longestNumber = 8
  /// The most texts that are looked at for one that has no name of its own in front.
  private static let otherLimit = 256

  /// Behind the last byte that is in no text.
  private static func start(_ run: Span<UInt8>) -> Int {
    var start = 0
    for index in run.indices {
      let byte = run[index]
      if byte < 0x20, byte != 0x0a, byte != 0x09 { start = index + 1 }
    }
    guard (try? UTF8Span(validating: run.extracting(start...))) == nil else { return start }
    let end = min(run.count, start + longestNumber)
    return (start..<end).last { run[$0] >= 0x80 }.map { $0 + 1 } ?? start
  }

  /// Printable, with parentheses at the end of the first name, or the words before a property.
  private static func mayBeNames(_ bytes: Span<UInt8>) -> Bool {
    let end = bytes.indices.first { bytes[$0] == 0x0a || bytes[$0] == 0x09 } ?? bytes.count
    guard end > 0 else { return false }
    return bytes[end - 1] == UInt8(ascii: ")") || properties.contains { bytes.starts(with: $0) }
  }

  private static let properties = ["get ", "set ", "static get ", "static set "].map {
    Array($0.utf8)
  }

  /// The lines that go with the cases of an enumeration; nil where no text does, or more
  /// than one.
  ///
  /// - Parameter used: names that records have for them.
  func lines(
    for cases: [String], used: Set<RequirementName>
  ) -> [RequirementLine]? {
    guard let first = cases.first else { return [] }
    var found: [[RequirementLine]] = []
    // The case's name is the base, and more where overloads need it.
    for name in Self.bases(of: first) {
      for length in stride(from: 1, through: name.count, by: 1) {
        let key = Key(lineCount: cases.count, base: String(name.prefix(length)))
        found += (texts[key] ?? []).compactMap { Self.requirements($0[...], for: cases) }
      }
    }
    // The last byte of a number can look like the first of the text.
    let others = byLineCount[cases.count] ?? []
    if found.isEmpty, others.count <= Self.otherLimit {
      found = others.compactMap { text in
        (1..<Self.longestNumber).lazy
          .compactMap { Self.requirements(text.dropFirst($0), for: cases) }.first
      }
    }
    if found.count > 1 {
      found = found.filter { requirements in
        used.allSatisfy { name in
          requirements.contains {
            [$0.name, $0.nameInRecords, $0.nameInRecords.untyped].contains(name)
          }
        }
      }
    }
    return found.count == 1 ? found[0] : nil
  }

  /// Those of a text, if each goes with the name of a case.
  private static func requirements(
    _ text: Substring, for cases: [String]
  ) -> [RequirementLine]? {
    let found = text.split(separator: "\n").map(requirement)
    guard found.count == cases.count,
      zip(found, cases).allSatisfy({ goes($0.nameInRecords, with: $1) })
    else { return nil }
    return found
  }

  private static func requirement(_ line: Substring) -> RequirementLine {
    let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    return RequirementLine(
      name: RequirementName(parts[0]),
      nameInRecords: RequirementName(parts.dropFirst().first ?? parts[0]))
  }

  private static func goes(_ name: RequirementName, with caseName: String) -> Bool {
    let base = base(Substring(name.text))
    return !base.isEmpty
      && bases(of: caseName).contains { $0 == base || $0.hasPrefix(base + "_") }
  }

  /// What a case can be called after.
  private static func bases(of caseName: String) -> [String] {
    let name = identifier(caseName[...])
    return [name]
      + ["static_", "operator_", "static_operator_"].filter(name.hasPrefix).map {
        String(name.dropFirst($0.count))
      }
  }

  /// Of the method that stands for it, as it is in the name of a case.
  private static func base(_ line: Substring) -> String {
    let parts = line.split(separator: "\t", omittingEmptySubsequences: false)
    var name = parts.count > 1 && !parts[1].isEmpty ? parts[1] : parts.first ?? ""
    if name.hasPrefix("static ") { name = name.dropFirst(7) }
    // An operator can have no parenthesis in it.
    return identifier(name.prefix { $0 != "(" })
  }

  private static func identifier(_ name: Substring) -> String {
    String(
      name.filter { $0 != "`" }.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
  }
}

extension Span<UInt8> {
  fileprivate func starts(with prefix: [UInt8]) -> Bool {
    count >= prefix.count && prefix.indices.allSatisfy { self[$0] == prefix[$0] }
  }
}

/// A requirement as a line of such a text names it.
struct RequirementLine {
  /// As in tables.
  let name: RequirementName
  let nameInRecords: RequirementName
}
