// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// A member of a type, from what a demangler makes of its symbol.
struct DemangledMember: Equatable {
  /// With its module.
  let type: String
  /// As a protocol's requirement is called, without types.
  let name: RequirementName

  /// Nil for what is none, or is generated.
  init?(_ text: String) {
    var rest = Self.withoutDiscriminators(text)[...]
    let isStatic = rest.hasPrefix("static ")
    if isStatic { rest = rest.dropFirst(7) }
    if rest.hasPrefix("(extension in "), let end = rest.firstRange(of: "):") {
      rest = rest[end.upperBound...]
    }
    // Up to generic parameters, arguments or the type of a value.
    var path = rest.prefix { $0 != "(" && $0 != "<" && $0 != " " }
    if path.hasSuffix(".") { return nil }
    let isSetter = path.hasSuffix(".setter")
    let isAccessor = isSetter || path.hasSuffix(".getter")
    if isAccessor { path = path.dropLast(7) }
    guard let dot = path.lastIndex(of: "."), dot > path.startIndex else { return nil }
    type = String(path[..<dot])
    var base = String(path[path.index(after: dot)...])
    let prefix = isStatic ? "static " : ""
    if base == "__allocating_init" { base = "init" }
    if isAccessor, base != "subscript" {
      name = RequirementName("\(prefix)\(isSetter ? "set" : "get") \(base)")
      return
    }
    guard let labels = Self.labels(rest[path.endIndex...]) else { return nil }
    let isSubscriptSetter = isSetter && base == "subscript"
    name = RequirementName(
      "\(prefix)\(isSubscriptSetter ? "set " : "")\(base)(\(labels.map { $0 + ":" }.joined()))")
  }

  /// `(Dog in _1A2B)` is `Dog`.
  private static func withoutDiscriminators(_ text: String) -> String {
    guard let place = text.firstRange(of: " in _"),
      let open = text[..<place.lowerBound].lastIndex(of: "("),
      let close = text[place.upperBound...].firstIndex(of: ")")
    else { return text }
    let name = text[text.index(after: open)..<place.lowerBound]
    return withoutDiscriminators(
      String(text[..<open]) + String(name) + String(text[text.index(after: close)...]))
  }

  /// The labels of the first list in parentheses.
  private static func labels(_ text: Substring) -> [String]? {
    guard let open = text.firstIndex(of: "(") else { return nil }
    var labels: [String] = []
    var parameter = ""
    var depth = 0
    var previous: Character = " "
    for character in text[text.index(after: open)...] {
      defer { previous = character }
      switch character {
      case ")" where depth == 0:
        if !parameter.isEmpty { labels.append(label(parameter)) }
        return labels
      case "," where depth == 0:
        labels.append(label(parameter))
        parameter = ""
        continue
      case "(", "[", "<": depth += 1
      // The arrow of a function's type closes nothing.
      case ">" where previous == "-": break
      case ")", "]", ">": depth -= 1
      default: break
      }
      parameter.append(character)
    }
    return nil
  }

  private static func label(_ parameter: String) -> String {
    let bare = parameter.drop { $0 == " " }
    guard let colon = bare.firstIndex(of: ":"),
      bare[..<colon].allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" })
    else { return "_" }
    return String(bare[..<colon])
  }
}
