// SPDX-License-Identifier: Apache-2.0

/// The name of a protocol's requirement, such as `greet(_:)`, `static make()`,
/// `get name`, or `f(_: Int)` with types if overloads need them.
public struct RequirementName: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The name as written: `greet(_:)`, `get name`.
  public var text: String

  /// Creates a name.
  ///
  /// - Parameter text: the name, spelled as in the registry's tables. It is not
  ///   checked.
  public init(_ text: String) {
    self.text = text
  }

  public init(stringLiteral text: String) {
    self.text = text
  }

  /// The name without the types of parameters: `f(_:)` for `f(_: Int)`.
  public var untyped: RequirementName {
    guard let open = text.firstIndex(of: "("), text.hasSuffix(")") else { return self }
    let list = text[text.index(after: open)...].dropLast()
    guard list.utf8.contains(UInt8(ascii: " ")) else { return self }
    let labels = Self.splitAtCommas(list).map { parameter in
      parameter.prefix { $0 != ":" }.drop { $0 == " " } + ":"
    }
    return RequirementName(text[...open] + labels.joined() + ")")
  }

  /// The labels of the parameters; `_` where callers write none.
  package var labels: [String] {
    let text = untyped.text
    guard let open = text.firstIndex(of: "("), text.hasSuffix(")") else { return [] }
    return text[text.index(after: open)...].dropLast().split(separator: ":").map(String.init)
  }

  /// Splits a list of parameters.
  ///
  /// The first comma in `f(_: Int, to: (A, B) -> C)` separates parameters, the second
  /// does not.
  private static func splitAtCommas(_ list: Substring) -> [Substring] {
    var depth = 0
    var previous: Character = " "
    return list.split(omittingEmptySubsequences: true) { character in
      defer { previous = character }
      switch character {
      case "(", "[", "<", "{": depth += 1
      // The arrow of a function type closes nothing.
      case ">" where previous == "-": break
      case ")", "]", ">", "}": depth -= 1
      default: break
      }
      return character == "," && depth == 0
    }
  }
}

extension RequirementName: CustomStringConvertible {
  public var description: String { text }
}
