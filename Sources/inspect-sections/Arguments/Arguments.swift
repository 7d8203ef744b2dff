// SPDX-License-Identifier: Apache-2.0

import ELFInspection
import Glibc

/// Wrong usage: what is wrong, and how to go on.
struct UsageError: Error {
  var text: String
}

/// What was asked, checked.
struct Arguments {
  enum Format: String, CaseIterable { case table, json, ndjson }
  enum Color: String, CaseIterable { case auto, always, never }

  var verb = Verb.list
  /// Given, and not the default.
  var namesVerb = false
  var operands: [Path] = []
  var format = Format.table
  var output: Path?
  var requiresDescriptor = false
  var protocols: [String] = []
  var extensions: [String] = []
  var architectures: [String] = []
  var excluded: [String] = []
  var jobs: Int
  var color = Color.auto
  var section: String?
  var product: Path?
  var explainedRule: Rule?
  var wantsHelp = false
  var wantsVersion = false

  /// - Parameter words: without the command's own name.
  init(_ words: [Path]) throws(UsageError) {
    jobs = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    var rest = words[...]
    if let first = rest.first?.utf8, let verb = Verb(rawValue: first) {
      self.verb = verb
      namesVerb = true
      rest = rest.dropFirst()
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
    try checkOperands()
  }

  /// `--format json`, `--format=json`.
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

  /// `-j 4`, `-j4`.
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
    guard let valueName = option.value else {
      guard attached == nil else { throw UsageError(text: "--\(option.rawValue) takes no value") }
      setSwitch(option)
      return
    }
    guard let value = attached ?? rest.popFirst() else {
      throw UsageError(text: "--\(option.rawValue) needs a value: \(valueName)")
    }
    if value.bytes.isEmpty { throw UsageError(text: "--\(option.rawValue) has an empty value") }
    try set(option, to: value)
  }

  private mutating func setSwitch(_ option: Option) {
    switch option {
    case .require: requiresDescriptor = true
    case .help: wantsHelp = true
    default: wantsVersion = true
    }
  }

  private mutating func set(_ option: Option, to value: Path) throws(UsageError) {
    let text = String(decoding: value.bytes, as: UTF8.self)
    switch option {
    case .format: format = try choice(option, text)
    case .color: color = try choice(option, text)
    // `-` is standard output, as without the option.
    case .output: output = value == Path("-") ? nil : value
    case .protocol: protocols.append(text)
    case .extension: extensions.append(text)
    case .arch: architectures.append(text)
    case .exclude: excluded.append(text)
    case .section: section = text
    case .linked: product = value
    case .explain: explainedRule = try choice(option, text)
    case .jobs:
      guard let number = Int(text), (1...1024).contains(number) else {
        throw UsageError(text: "--jobs takes a number from 1 to 1024, not \(value.display)")
      }
      jobs = number
    case .require, .help, .version: setSwitch(option)
    }
  }

  private func choice<Choice: RawRepresentable & CaseIterable>(
    _ option: Option, _ text: String
  ) throws(UsageError) -> Choice where Choice.RawValue == String {
    guard let choice = Choice(rawValue: text) else {
      let known = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      throw UsageError(text: "--\(option.rawValue) takes one of \(known)")
    }
    return choice
  }

  private func checkOperands() throws(UsageError) {
    if wantsHelp || wantsVersion || explainedRule != nil { return }
    if operands.contains(where: \.bytes.isEmpty) {
      throw UsageError(text: "an argument is empty: is a variable of the shell unset?")
    }
    switch verb {
    case .schema:
      if !operands.isEmpty { throw UsageError(text: "schema takes no paths") }
    case .diff:
      if operands.count != 2 { throw UsageError(text: "diff takes two paths: OLD and NEW") }
    case .why:
      if operands.count < 2 {
        throw UsageError(text: "why takes a protocol, and then at least one path")
      }
    case .list, .dump, .check:
      if operands.isEmpty {
        let what = product == nil ? verb.rawValue : "\(verb.rawValue) --linked PRODUCT"
        throw UsageError(text: "\(what) takes at least one path")
      }
    }
  }
}
