// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// A demangled member without its owner: `greet(A) -> Swift.String`,
/// `mood.getter : Swift.String`.
struct DemangledMember: Hashable {
  let isStatic: Bool
  /// The text from the member's name on.
  let signature: String
  /// The number of non-escaping closures, which demangled text omits.
  var noescapeCount = 0

  /// The name without types, spelled as in records.
  var untypedName: RequirementName? {
    guard let (base, rest) = split else { return nil }
    let isSetter = rest.hasPrefix(".setter")
    let isAccessor = isSetter || rest.hasPrefix(".getter")
    let prefix = isStatic ? "static " : ""
    if isAccessor, base != "subscript" {
      return RequirementName("\(prefix)\(isSetter ? "set" : "get") \(base)")
    }
    guard let labels = parameters?.map(\.label) else { return nil }
    return RequirementName(
      "\(prefix)\(isSetter ? "set " : "")\(base)(\(labels.map { $0 + ":" }.joined()))")
  }

  /// The types of parameters without modules, as names of overloads have them.
  var parameterTypes: [String]? {
    parameters?.map { Self.withoutQualifiers($0.type.replacingTokens { $0 == "A" ? "Self" : nil }) }
  }

  /// The type without modules: `Array<Item>` for `Swift.Array<API.Item>`.
  static func withoutQualifiers(_ type: some StringProtocol) -> String {
    var result = ""
    var name = ""
    for character in type where character != " " {
      if character.isLetter || character.isNumber || character == "_" {
        name.append(character)
      } else if character == "." {
        name = ""
      } else {
        result += name + String(character)
        name = ""
      }
    }
    return result + name
  }

  /// The base name, and the text after it.
  private var split: (base: String, rest: Substring)? {
    for fixity in [" infix", " prefix", " postfix"] {
      guard let place = signature.firstRange(of: fixity) else { continue }
      let base = signature[..<place.lowerBound]
      // An operator's name has no letters, and no dot before other text.
      if base.allSatisfy({ !$0.isLetter && !$0.isNumber && $0 != "(" && $0 != " " }) {
        return (String(base), signature[place.upperBound...])
      }
    }
    let base = signature.prefix { $0 != "(" && $0 != "<" && $0 != " " && $0 != "." }
    guard !base.isEmpty else { return nil }
    return (String(base), signature[base.endIndex...])
  }

  /// The first parenthesised list after generic parameters.
  private var parameters: [(label: String, type: Substring)]? {
    guard var rest = split?.rest else { return nil }
    if rest.hasPrefix("<") {
      guard let end = rest.endOfBrackets else { return nil }
      rest = rest[end...]
    }
    guard let open = rest.firstIndex(of: "("), let close = rest[open...].endOfBrackets else {
      return nil
    }
    let list = rest[rest.index(after: open)..<rest.index(before: close)]
    return list.splitOutsideBrackets(at: ",").map { parameter in
      let bare = parameter.drop { $0 == " " }
      guard let colon = bare.firstIndex(of: ":"),
        bare[..<colon].allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" })
      else { return ("_", bare) }
      return (String(bare[..<colon]), bare[bare.index(after: colon)...])
    }
  }
}

extension DemangledMember {
  /// Parses a member; nil if it has another owner.
  ///
  /// - Parameters:
  ///   - key: a function's text, with its owner.
  ///   - owner: the expected owner.
  init?(_ key: Key, of owner: String) {
    let text = key.text
    let isStatic = text.hasPrefix("static ")
    let rest = isStatic ? text.dropFirst(7) : text[...]
    guard rest.hasPrefix(owner + ".") else { return nil }
    self.isStatic = isStatic
    signature = String(rest.dropFirst(owner.count + 1))
    noescapeCount = key.noescapeCount
  }

  /// The member with another signature.
  func with(_ signature: some StringProtocol) -> DemangledMember {
    DemangledMember(
      isStatic: isStatic, signature: String(signature), noescapeCount: noescapeCount)
  }

  /// The key to look up a symbol.
  ///
  /// - Parameter isLocal: whether the owner is a type in a function, which
  ///   comes after the member.
  func key(of owner: String, isLocal: Bool) -> Key {
    let prefix = isStatic ? "static " : ""
    return Key(
      text: isLocal ? "\(prefix)\(signature) in \(owner)" : "\(prefix)\(owner).\(signature)",
      noescapeCount: noescapeCount)
  }

  /// A function's demangled text, and the facts it omits.
  struct Key: Hashable {
    let text: String
    let noescapeCount: Int

    init(text: String, noescapeCount: Int) {
      self.text = text
      self.noescapeCount = noescapeCount
    }

    init(_ text: some StringProtocol, mangled: String) {
      self.init(text: String(text), noescapeCount: mangled.ranges(of: "XE").count)
    }
  }
}

extension StringProtocol {
  /// The index after the bracket that closes the text's first one.
  var endOfBrackets: Index? {
    var depth = 0
    var previous: Character = " "
    for index in indices {
      let character = self[index]
      defer { previous = character }
      switch character {
      case "(", "[", "<": depth += 1
      // The arrow of a function type closes nothing.
      case ">" where previous == "-": continue
      case ")", "]", ">":
        depth -= 1
        if depth == 0 { return self.index(after: index) }
      default: continue
      }
    }
    return nil
  }

  func splitOutsideBrackets(at separator: Character) -> [SubSequence] {
    var depth = 0
    var previous: Character = " "
    return split(omittingEmptySubsequences: true) { character in
      defer { previous = character }
      switch character {
      case "(", "[", "<": depth += 1
      case ">" where previous == "-": break
      case ")", "]", ">": depth -= 1
      default: break
      }
      return character == separator && depth == 0
    }
  }

  /// The text with each name replaced that does not follow a dot; `A.Item`
  /// counts as one name.
  func replacingTokens(_ replacement: (String) -> String?) -> String {
    var result = ""
    var name = ""
    func replaced() -> String {
      if let whole = replacement(name) { return whole }
      // `A.Item.Element` begins with `A.Item`; the rest belongs to that type.
      let parts = name.split(separator: ".", omittingEmptySubsequences: false)
      for count in parts.indices.dropFirst().reversed() {
        if let found = replacement(parts[..<count].joined(separator: ".")) {
          return ([found] + parts[count...].map(String.init)).joined(separator: ".")
        }
      }
      return name
    }
    for character in self {
      if character.isLetter || character.isNumber || character == "_" || character == "." {
        name.append(character)
      } else {
        result += replaced() + String(character)
        name = ""
      }
    }
    return result + replaced()
  }
}
