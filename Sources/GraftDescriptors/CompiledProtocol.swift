// SPDX-License-Identifier: Apache-2.0

/// A protocol's form when code was compiled against it.
///
/// Each module with extensions of the protocol holds it as text, so that files can
/// be compared.
///
/// `docs/abi.md` specifies the bytes.
package struct CompiledProtocol: Hashable, Sendable {
  /// A requirement with its hash.
  package struct Requirement: Hashable, Sendable {
    /// The name, spelled as in the registry's tables.
    package var name: String
    /// The hash of the declaration.
    package var hash: UInt64

    package init(name: String, hash: UInt64) {
      self.name = name
      self.hash = hash
    }
  }

  /// The protocol's name with its module.
  package var name: String
  /// The hash of all requirements.
  package var shape: UInt64
  /// The hash of what stays where requirements are added; nil if the protocol does not grow.
  package var foundation: UInt64?
  /// The requirements, in the order of declaration.
  package var requirements: [Requirement]

  package init(
    name: String, shape: UInt64, foundation: UInt64? = nil, requirements: [Requirement]
  ) {
    self.name = name
    self.shape = shape
    self.foundation = foundation
    self.requirements = requirements
  }

  /// Creates the form that a protocol's own record has.
  package init(_ record: ProtocolRecord) {
    self.init(
      name: record.name, shape: record.shape, foundation: record.foundation,
      requirements: record.requirements.map { Requirement(name: $0.name, hash: $0.hash) })
  }
}

extension CompiledProtocol {
  /// The start of the text, with the version of its form.
  private static let mark = "GraftShape 1\n"
  /// The most bytes of a text; a longer one is something else.
  private static let longestText = 1 << 20

  /// The text, without the NUL that follows it in a file.
  ///
  /// It has a line each for the mark, the name and the shape, and one for each
  /// requirement, with its name, a tab and its hash. A tab and the foundation's hash follow the
  /// shape of a protocol that grows. Numbers are hexadecimal.
  package var text: String {
    let hashes = [shape] + (foundation.map { [$0] } ?? [])
    let lines =
      [name, hashes.map { String($0, radix: 16) }.joined(separator: "\t")]
      + requirements.map { "\($0.name)\t\(String($0.hash, radix: 16))" }
    return Self.mark + lines.map { $0 + "\n" }.joined()
  }

  /// Parses a text.
  ///
  /// - Parameter text: the text, without the NUL; the result is nil for another
  ///   form.
  package init?(text: String) {
    guard text.hasPrefix(Self.mark), text.hasSuffix("\n") else { return nil }
    let lines = text.dropFirst(Self.mark.count).dropLast()
      .split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count >= 2, !lines[0].isEmpty else { return nil }
    let texts = lines[1].split(separator: "\t", omittingEmptySubsequences: false)
    let hashes = texts.compactMap { UInt64($0, radix: 16) }
    guard hashes.count == texts.count, hashes.count <= 2 else { return nil }
    var requirements: [Requirement] = []
    for line in lines.dropFirst(2) {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard fields.count == 2, let hash = UInt64(fields[1], radix: 16) else { return nil }
      requirements.append(Requirement(name: String(fields[0]), hash: hash))
    }
    self.init(
      name: String(lines[0]), shape: hashes[0], foundation: hashes.count > 1 ? hashes[1] : nil,
      requirements: requirements)
  }

  /// The protocols whose text is among the bytes of a file, each once, in
  /// order.
  package static func all(in bytes: Span<UInt8>) -> [CompiledProtocol] {
    let mark = Array(mark.utf8)
    var found: [CompiledProtocol] = []
    var known: Set<CompiledProtocol> = []
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
        let compiled = CompiledProtocol(text: text), known.insert(compiled).inserted
      {
        found.append(compiled)
      }
      offset = end
    }
    return found
  }
}

extension CompiledProtocol {
  /// Whether the other form only has further requirements at its end, or is the same.
  package func isStart(of other: CompiledProtocol) -> Bool {
    if shape == other.shape { return true }
    guard let foundation, foundation == other.foundation,
      requirements.count < other.requirements.count
    else { return false }
    return other.requirements.lazy.map(\.hash).starts(with: requirements.lazy.map(\.hash))
  }

  /// The differences from the form that code was compiled against, by the
  /// requirements' names.
  ///
  /// - Parameter now: the protocol's present form, with another shape.
  package func differences(to now: CompiledProtocol) -> [String] {
    if foundation != nil, now.foundation != nil { return differencesOfGrowing(to: now) }
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

  /// The difference between a library with library evolution and one without it, whose types are
  /// passed in other ways.
  ///
  /// - Parameter had: whether the library had it that code was compiled against.
  package static func differenceOfEvolution(_ had: Bool, now has: Bool) -> String? {
    guard had != has else { return nil }
    return "its module was built \(had ? "with" : "without") -enable-library-evolution, and "
      + "the one in this process is built \(has ? "with" : "without") it"
  }

  /// The differences that code does not run with, although both forms grow.
  private func differencesOfGrowing(to now: CompiledProtocol) -> [String] {
    if now.isStart(of: self) {
      return requirements.dropFirst(now.requirements.count).map {
        "\($0.name) is missing: it was compiled against a later version"
      }
    }
    if isStart(of: now) {
      return now.requirements.dropFirst(requirements.count).prefix(1).map {
        "\($0.name) is new, and it was compiled against the protocol's module without "
          + "-enable-library-evolution"
      }
    }
    let before = Set(requirements.map(\.hash)), after = Set(now.requirements.map(\.hash))
    let names = Set(requirements.map(\.name)), namesNow = Set(now.requirements.map(\.name))
    let end = now.requirements.lastIndex { before.contains($0.hash) } ?? -1
    var differences = now.requirements.enumerated().compactMap { index, requirement -> String? in
      if before.contains(requirement.hash) { return nil }
      if names.contains(requirement.name) { return "\(requirement.name) has changed" }
      return index < end ? "\(requirement.name) is new, and not at the end" : nil
    }
    differences += requirements.filter {
      !after.contains($0.hash) && !namesNow.contains($0.name)
    }.map { "\($0.name) is gone" }
    let kept = zip(
      requirements.filter { after.contains($0.hash) },
      now.requirements.filter { before.contains($0.hash) })
    differences += kept.first { $0.hash != $1.hash }.map { ["\($1.name) has moved"] } ?? []
    if foundation != now.foundation {
      differences.append(
        "what it inherits, an associated type, or what has no default, has changed or moved")
    }
    return differences.isEmpty ? ["the order of its declarations has changed"] : differences
  }
}
