// SPDX-License-Identifier: Apache-2.0

import GraftDescriptors

/// Which calls a pointcut chooses. In a record its patterns stand where an
/// extension's names do: `any PATTERN` as the protocol, `named PATTERN` as the one
/// constraint, and the requirements.
struct Pointcut {
  private let protocols: Pattern
  private let requirements: [Pattern]
  private let subjects: Pattern

  /// Nil for a descriptor that names a protocol.
  init?(_ descriptor: Descriptor) {
    guard descriptor.isPointcut else { return nil }
    protocols = Pattern(String(descriptor.protocolName.dropFirst("any ".count)))
    requirements = descriptor.requirements.map { Pattern($0.text) }
    let named = descriptor.constraints.first { $0.hasPrefix("named ") }
    subjects = Pattern(named.map { String($0.dropFirst("named ".count)) } ?? "*")
  }

  /// The numbers of the requirements that it chooses for a subject.
  func requirements(of base: any ExtensionBase.Type) -> [Int] {
    let extended = base.extensibleProtocol
    guard protocols.matches(extended.name) || protocols.matches(extended.qualifiedName),
      subjects.matches(SwiftRuntime.name(of: base.subject, isQualified: true))
    else { return [] }
    return extended.requirements.indices.filter { number in
      let name = extended.requirements[number].name
      return requirements.contains { $0.matches(name.text) || $0.matches(name.untyped.text) }
    }
  }
}

/// A pattern for a name: `*` stands for any characters, `?` for one.
struct Pattern {
  private let characters: [Character]

  init(_ text: String) {
    characters = Array(text)
  }

  func matches(_ text: String) -> Bool {
    let text = Array(text)
    // Where to go on if the characters after the last star do not match here.
    var (position, index) = (0, 0)
    var (star, mark) = (Int?.none, 0)
    while index < text.count {
      if position < characters.count, characters[position] == "*" {
        star = position
        mark = index
        position += 1
      } else if position < characters.count,
        characters[position] == "?" || characters[position] == text[index]
      {
        position += 1
        index += 1
      } else if let star {
        mark += 1
        position = star + 1
        index = mark
      } else {
        return false
      }
    }
    return characters[position...].allSatisfy { $0 == "*" }
  }
}
