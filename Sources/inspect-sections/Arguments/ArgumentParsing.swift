// SPDX-License-Identifier: Apache-2.0

import ELFInspection
import GraftDescriptors
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
    let near = Verb.allCases.map(\.rawValue).min {
      $0.distance(to: text) < $1.distance(to: text)
    }
    if text == "help" {
      throw UsageError(text: "help is no verb: did you mean --help, or VERB --help?")
    }
    if let near, near.distance(to: text) <= 2 {
      throw UsageError(text: "\(word.display) is no verb and no file: did you mean \(near)?")
    }
  }

  /// Parses a long option: `--format json`, `--format=json`.
  private mutating func takeLong(
    _ word: Path, _ rest: inout ArraySlice<Path>
  ) throws(UsageError) {
    let parts = word.bytes.dropFirst(2).split(separator: UInt8(ascii: "="), maxSplits: 1)
    let name = parts.first.map { String(decoding: $0, as: UTF8.self) } ?? ""
    guard let option = Option(rawValue: name) else {
      throw UsageError(text: "unknown option --\(Path(name).display)")
    }
    let hasValue = word.bytes.contains(UInt8(ascii: "="))
    let value = hasValue ? Path(bytes: parts.count > 1 ? Array(parts[1]) : []) : nil
    try take(option, value, &rest)
  }

  /// Parses short options: `-j 4`, `-j4`.
  private mutating func takeShort(
    _ word: Path, _ rest: inout ArraySlice<Path>
  ) throws(UsageError) {
    let letter = Character(Unicode.Scalar(word.bytes[1]))
    guard let option = Option.allCases.first(where: { $0.letter == letter }) else {
      throw UsageError(text: "unknown option \(word.display)")
    }
    try take(option, word.bytes.count > 2 ? Path(bytes: Array(word.bytes[2...])) : nil, &rest)
  }

  private mutating func take(
    _ option: Option, _ attached: Path?, _ rest: inout ArraySlice<Path>
  ) throws(UsageError) {
    guard option.verbs.contains(verb) else {
      throw UsageError(text: "--\(option.rawValue) does not go with \(verb.rawValue)")
    }
    guard let kind = option.value(with: verb) else {
      guard attached == nil else { throw UsageError(text: "--\(option.rawValue) takes no value") }
      return set(option)
    }
    guard let value = attached ?? rest.popFirst() else {
      throw UsageError(text: "--\(option.rawValue) needs a value: \(kind.text)")
    }
    if value.bytes.isEmpty { throw UsageError(text: "--\(option.rawValue) has an empty value") }
    if case .choice(let words) = kind, !words.contains(where: { Path($0) == value }) {
      throw UsageError(
        text: "--\(option.rawValue) takes one of \(words.joined(separator: ", ")) with"
          + " \(verb.rawValue), not \(value.display)")
    }
    try set(option, to: value)
  }

  /// Sets an option without a value.
  private mutating func set(_ option: Option) {
    switch option {
    case .require: requiresDescriptor = true
    case .null: listIsTerminatedByNUL = true
    case .sizes: wantsSizes = true
    case .files: wantsFiles = true
    case .allowUnread: allowsUnread = true
    case .requireAnswers: requiresAnswers = true
    case .allowOtherCompilers: hostPolicy.allowsOtherCompilers = true
    case .help: wantsHelp = true
    case .version: wantsVersion = true
    case .format, .output, .protocol, .extension, .arch, .exclude, .process, .core, .filesFrom,
      .jobs, .color,
      .section, .label, .linked, .failOn, .ignore, .explain, .provide, .onConflict:
      break
    }
  }

  private mutating func set(_ option: Option, to value: Path) throws(UsageError) {
    let text = String(decoding: value.bytes, as: UTF8.self)
    switch option {
    case .format: format = Format(rawValue: text) ?? format
    case .color: color = Color(rawValue: text) ?? color
    // `-` is standard output, as without the option.
    case .output: output = value == Path("-") ? nil : value
    case .protocol: protocols.append(text)
    case .extension: extensions.append(text)
    case .arch: architectures.append(text)
    case .exclude: excluded.append(text)
    case .process:
      guard let number = Int32(text), number > 0 else {
        throw UsageError(text: "--process takes the number of a process, not \(value.display)")
      }
      process = number
    case .core: core = value
    case .filesFrom: list = value
    case .section: section = text
    case .linked: product = value
    case .onConflict: hostPolicy.onConflict = ConflictChoice(rawValue: text) ?? .firstByName
    case .failOn: leastSeverity = Severity(rawValue: text) ?? leastSeverity
    case .ignore: if let rule = Rule(rawValue: text) { ignoredRules.append(rule) }
    case .explain: explainedRule = Rule(rawValue: text)
    case .jobs:
      guard let number = Int(text), (1...1024).contains(number) else {
        throw UsageError(text: "--jobs takes a number from 1 to 1024, not \(value.display)")
      }
      jobs = number
    case .label: try addLabel(value)
    case .provide: try addProvided(value)
    case .require, .null, .sizes, .files, .allowUnread, .requireAnswers,
      .allowOtherCompilers, .help, .version:
      break
    }
  }

  private mutating func addProvided(_ word: Path) throws(UsageError) {
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

  /// Adds a label, whose name must also be able to name a column in any engine.
  private mutating func addLabel(_ word: Path) throws(UsageError) {
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

extension String {
  /// The edit distance: the number of letters to insert, delete or replace.
  fileprivate func distance(to other: String) -> Int {
    let letters = Array(other)
    var row = Array(0...letters.count)
    for (index, letter) in enumerated() {
      var next = [index + 1]
      for place in letters.indices {
        let replaced = row[place] + (letters[place] == letter ? 0 : 1)
        next.append(Swift.min(replaced, row[place + 1] + 1, next[place] + 1))
      }
      row = next
    }
    return row[letters.count]
  }
}
