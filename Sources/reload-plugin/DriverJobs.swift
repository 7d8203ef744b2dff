// SPDX-License-Identifier: Apache-2.0

/// The jobs of the compiler driver, parsed from its option `-###`, which prints
/// a shell command for each.
struct DriverJobs {
  let commands: [[String]]

  init(printed text: String) {
    commands = text.split(separator: "\n").map(Self.words)
  }

  private static func words(of line: Substring) -> [String] {
    var words: [String] = []
    var word: String?
    var isQuoted = false
    var rest = line
    while let character = rest.popFirst() {
      switch character {
      case "'": (isQuoted, word) = (!isQuoted, word ?? "")
      case "\\" where !isQuoted: word = (word ?? "") + String(rest.popFirst() ?? character)
      case " " where !isQuoted:
        words += word.map { [$0] } ?? []
        word = nil
      default: word = (word ?? "") + String(character)
      }
    }
    return words + (word.map { [$0] } ?? [])
  }
}

extension [String] {
  /// The word after an option.
  func value(behind option: String) -> String? {
    firstIndex(of: option).flatMap { indices.contains($0 + 1) ? self[$0 + 1] : nil }
  }
}
