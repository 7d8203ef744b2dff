// SPDX-License-Identifier: Apache-2.0

/// A protocol as it was when code was compiled against it: the text that each module with
/// extensions of the protocol holds, so that files can be compared with one another.
///
/// `docs/abi.md` specifies the bytes.
package struct CompiledProtocol: Hashable, Sendable {
  /// One requirement.
  package struct Requirement: Hashable, Sendable {
    /// The name as tables have it.
    package var name: String
    /// The hash of the declaration.
    package var hash: UInt64

    /// What the text says of it.
    package init(name: String, hash: UInt64) {
      self.name = name
      self.hash = hash
    }
  }

  /// The protocol's name with its module.
  package var name: String
  /// The hash of all that it requires.
  package var shape: UInt64
  /// The requirements in the order of their declaration.
  package var requirements: [Requirement]

  /// What the text says.
  package init(name: String, shape: UInt64, requirements: [Requirement]) {
    self.name = name
    self.shape = shape
    self.requirements = requirements
  }

  /// The same of the record in the protocol's own image.
  package init(_ record: ProtocolRecord) {
    self.init(
      name: record.name, shape: record.shape,
      requirements: record.requirements.map { Requirement(name: $0.name, hash: $0.hash) })
  }
}

extension CompiledProtocol {
  /// Begins the text, with the version of its form.
  private static let mark = "GraftShape 1\n"
  /// Longer ones are taken for something else, in bytes.
  private static let longestText = 1 << 20

  /// Lines: the mark, the name, the shape, and for each requirement its name, a tab and its
  /// hash; numbers in hexadecimal. A NUL follows in the file.
  package var text: String {
    let lines =
      [name, String(shape, radix: 16)]
      + requirements.map { "\($0.name)\t\(String($0.hash, radix: 16))" }
    return Self.mark + lines.map { $0 + "\n" }.joined()
  }

  /// - Parameter text: without the NUL; nil is returned for another form.
  package init?(text: String) {
    guard text.hasPrefix(Self.mark), text.hasSuffix("\n") else { return nil }
    let lines = text.dropFirst(Self.mark.count).dropLast()
      .split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count >= 2, !lines[0].isEmpty, let shape = UInt64(lines[1], radix: 16) else {
      return nil
    }
    var requirements: [Requirement] = []
    for line in lines.dropFirst(2) {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard fields.count == 2, let hash = UInt64(fields[1], radix: 16) else { return nil }
      requirements.append(Requirement(name: String(fields[0]), hash: hash))
    }
    self.init(name: String(lines[0]), shape: shape, requirements: requirements)
  }

  /// Those whose text is among the bytes of a file, each once, in their order.
  package static func all(in bytes: Span<UInt8>) -> [CompiledProtocol] {
    let mark = Array(mark.utf8)
    var found: [CompiledProtocol] = []
    var offset = 0
    while offset + mark.count < bytes.count {
      guard bytes[offset] == mark[0], mark.indices.allSatisfy({ bytes[offset + $0] == mark[$0] })
      else {
        offset += 1
        continue
      }
      var end = offset + mark.count
      while end < bytes.count, bytes[end] != 0, end - offset < longestText { end += 1 }
      let text = (offset..<end).map { bytes[$0] }
      if let text = String(validating: text, as: UTF8.self),
        let compiled = CompiledProtocol(text: text), !found.contains(compiled)
      {
        found.append(compiled)
      }
      offset += mark.count
    }
    return found
  }
}

extension CompiledProtocol {
  /// What is another thing now than when code was compiled against it, by the requirements'
  /// names.
  ///
  /// - Parameter now: the same protocol, of another shape.
  package func differences(to now: CompiledProtocol) -> [String] {
    let before = Dictionary(requirements.map { ($0.name, $0.hash) }) { first, _ in first }
    let names = Set(now.requirements.map(\.name))
    var differences: [String] = []
    for requirement in now.requirements {
      switch before[requirement.name] {
      case nil: differences.append("\(requirement.name) is new")
      case requirement.hash: break
      default: differences.append("\(requirement.name) has changed")
      }
    }
    differences += requirements.filter { !names.contains($0.name) }.map { "\($0.name) is gone" }
    guard differences.isEmpty else { return differences }
    return requirements != now.requirements
      ? ["the order of its requirements has changed"]
      : ["what it inherits, or what has no default, has changed"]
  }
}
