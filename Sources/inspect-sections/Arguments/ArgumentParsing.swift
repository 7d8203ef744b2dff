// SPDX-License-Identifier: Apache-2.0

import ELFInspection
import GraftDescriptors

/// Parsing of the command line, word by word.
extension Arguments {
  mutating func take(_ words: [Path]) throws(UsageError) {
    var rest = words[...]
    if let first = rest.first?.utf8, let verb = Verb(rawValue: first) {
      self.verb = verb
      namesVerb = true
      rest = rest.dropFirst()
    } else if let first = rest.first {
      try checkVerb(first)
    }
    while let word = rest.popFirst() {
      if word.bytes == Array("--".utf8) {
        operands += rest
        break
      } else if word.bytes.starts(with: Array("--".utf8)) {
        try takeLong(word, &rest)
      } else if word.bytes.first == UInt8(ascii: "-"), word.bytes.count > 1 {
        try takeShort(word, &rest)
      } else {
        operands.append(word)
      }
    }
  }

  /// Rejects a word that is nearly a verb and names no file.
  private func checkVerb(_ word: Path) throws(UsageError) {
    guard let text = word.utf8, !word.exists, !text.hasPrefix("-") else { return }
    if text == "help" {
      throw UsageError(text: "help is no verb: did you mean --help, or VERB --help?")
    }
    let hint = NearNames.hint(for: text, among: Verb.allCases.names)
    if !hint.isEmpty { throw UsageError(text: "\(word.display) is no verb and no file\(hint)") }
  }

  /// Parses a long option: `--format json`, `--format=json`.
  private mutating func takeLong(_ word: Path, _ rest: inout ArraySlice<Path>) throws(UsageError) {
    let parts = word.bytes.dropFirst(2).split(
      separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
    let option = try option("--" + String(decoding: parts[0], as: UTF8.self))
    try take(
      option, "--\(option.name)", parts.count > 1 ? Path(bytes: Array(parts[1])) : nil, &rest)
  }

  /// Parses short options: `-j 4`, `-j4`.
  private mutating func takeShort(_ word: Path, _ rest: inout ArraySlice<Path>) throws(UsageError) {
    let letter = String(decoding: word.bytes[..<2], as: UTF8.self)
    let value = word.bytes.count > 2 ? Path(bytes: Array(word.bytes[2...])) : nil
    try take(option(letter), letter, value, &rest)
  }

  /// The verb's option of a name with its dashes.
  private func option(_ name: String) throws(UsageError) -> Option {
    let options = verb.options
    if let option = options.first(where: { $0.names.contains(name) }) { return option }
    if Option.all.contains(where: { $0.names.contains(name) }) {
      throw UsageError(text: "\(name) does not go with \(verb.rawValue)")
    }
    let hint = NearNames.hint(for: name, among: options.flatMap(\.names).filter { $0.count > 2 })
    throw UsageError(text: "unknown option \(Path(name).display)\(hint)")
  }

  private mutating func take(
    _ option: Option, _ name: String, _ attached: Path?, _ rest: inout ArraySlice<Path>
  ) throws(UsageError) {
    given.append((name, option))
    guard let kind = option.value else {
      guard attached == nil else { throw UsageError(text: "\(name) takes no value") }
      return try option.set(&self, Path(""))
    }
    guard let value = attached ?? rest.popFirst() else {
      throw UsageError(text: "\(name) needs a value: \(kind.text)")
    }
    if value.bytes.isEmpty { throw UsageError(text: "\(name) has an empty value") }
    if case .choice(let words) = kind, !words.contains(where: { Path($0) == value }) {
      let hint = NearNames.hint(for: value.display, among: words)
      throw UsageError(
        text: "\(name) takes one of \(words.joined(separator: ", ")) with \(verb.rawValue), not"
          + " \(value.display)\(hint)")
    }
    try option.set(&self, value)
  }
}

/// Values that are more than words.
extension Arguments {
  mutating func setProcess(_ word: Path) throws(UsageError) {
    guard let number = word.utf8.flatMap({ Int32($0) }), number > 0 else {
      throw UsageError(text: "--process takes the number of a process, not \(word.display)")
    }
    process = number
  }

  mutating func setJobs(_ word: Path) throws(UsageError) {
    guard let number = word.utf8.flatMap({ Int($0) }), (1...1024).contains(number) else {
      throw UsageError(text: "--jobs takes a number from 1 to 1024, not \(word.display)")
    }
    jobs = number
  }

  mutating func addProvided(_ word: Path) throws(UsageError) {
    let parts = (word.utf8 ?? "").split(
      separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, let version = PluginVersion(String(parts[1])) else {
      throw UsageError(
        text: "--provide takes NAME=VERSION, such as greetings-host=2.1, not \(word.display)")
    }
    hostPolicy.provided = hostPolicy.provided ?? [:]
    guard hostPolicy.provided?.updateValue(version, forKey: String(parts[0])) == nil else {
      throw UsageError(text: "--provide \(parts[0]) is given twice")
    }
  }

  mutating func addLimit(_ word: Path) throws(UsageError) {
    guard let version = word.utf8.flatMap({ SymbolVersion($0) }) else {
      throw UsageError(
        text: "--at-most takes the version of a symbol, such as GLIBC_2.31, not \(word.display)")
    }
    hostPolicy.limits.append(version)
  }

  /// Adds a label, whose name must also be able to name a column in any engine.
  mutating func addLabel(_ word: Path) throws(UsageError) {
    guard let text = word.utf8 else {
      throw UsageError(text: "--label takes UTF-8, not \(word.display)")
    }
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let isName =
      parts[0].first.map { !$0.isNumber } ?? false
      && parts[0].utf8.allSatisfy { byte in
        byte == UInt8(ascii: "_") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
      }
    guard parts.count == 2, isName else {
      throw UsageError(
        text: "--label takes NAME=VALUE, with a name of letters, digits and _, not \(word.display)")
    }
    guard labels.add(String(parts[0]), String(parts[1])) else {
      throw UsageError(text: "--label \(parts[0]) is given twice")
    }
  }
}

extension NearNames {
  /// The end of an error, with the nearest of the names; empty if none is near.
  static func hint(for name: String, among names: some Sequence<String>) -> String {
    of(name, among: names).first.map { ": did you mean \($0)?" } ?? ""
  }
}
