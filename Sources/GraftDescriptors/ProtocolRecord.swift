// SPDX-License-Identifier: Apache-2.0

/// An image's description of an `@Extensible` protocol, for readers of files.
///
/// A running program does not read it. `docs/abi.md` specifies the bytes.
package struct ProtocolRecord: Equatable, Sendable {
  /// A requirement's part of the record.
  package struct Requirement: Equatable, Sendable {
    /// The name, spelled as in the registry's tables.
    package var name: String
    /// The name in records of extensions: that of the base class's method.
    package var nameInRecords: String
    /// The hash of the declaration.
    package var hash: UInt64
    /// The declaration, with single spaces.
    package var text: String

    /// Creates a requirement.
    ///
    /// - Parameter text: the declaration, with single spaces.
    package init(name: String, nameInRecords: String, text: String) {
      self.name = name
      self.nameInRecords = nameInRecords
      self.text = text
      hash = Self.hash(text)
    }

    /// The FNV-1a hash, as for shapes.
    private static func hash(_ text: String) -> UInt64 {
      text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
    }
  }

  /// The protocol's name with its module.
  package var name: String
  /// The base class of extensions, with its module.
  package var baseClass: String
  /// The hash of all requirements.
  package var shape: UInt64
  /// The hash of what stays where requirements are added; nil if the protocol does not grow.
  package var foundation: UInt64?
  /// The version of the compiler that wrote the record, such as `6.3`; empty if
  /// it is unknown.
  package var compiler: String
  /// The requirements, in the order of declaration.
  package var requirements: [Requirement]
  /// The source location as `Module/File.swift:line`; may be empty.
  package var source: String

  package init(
    name: String, baseClass: String, shape: UInt64, foundation: UInt64?, compiler: String,
    requirements: [Requirement], source: String
  ) {
    self.name = name
    self.baseClass = baseClass
    self.shape = shape
    self.foundation = foundation
    self.compiler = compiler
    self.requirements = requirements
    self.source = source
  }
}

extension ProtocolRecord {
  /// The key of the shape in a record.
  package static let shapeFact = "shape="
  /// The key of what stays in a protocol that grows.
  package static let foundationFact = "growing="
  /// The key of the compiler's version in a record.
  package static let compilerFact = "compiler="

  /// Parses the strings of the record at an offset.
  ///
  /// Keys of later versions are skipped.
  init(
    name: String, baseClass: String, facts: [String], requirements: [String], source: String,
    at offset: Int
  ) throws(DescriptorFlaw) {
    func flaw(_ number: Int) -> DescriptorFlaw {
      DescriptorFlaw(.missingText, offset: offset, value: UInt32(number))
    }
    func hash(_ prefix: String) throws(DescriptorFlaw) -> UInt64? {
      guard let index = facts.firstIndex(where: { $0.hasPrefix(prefix) }) else { return nil }
      let text = facts[index].dropFirst(prefix.count)
      guard text.hasPrefix("0x"), let hash = UInt64(text.dropFirst(2), radix: 16) else {
        throw flaw(2 + index)
      }
      return hash
    }
    guard let shape = try hash(Self.shapeFact) else { throw flaw(2) }
    var read: [Requirement] = []
    for (index, line) in requirements.enumerated() {
      guard let requirement = Requirement(written: line) else {
        throw flaw(2 + facts.count + index)
      }
      read.append(requirement)
    }
    let compiler = facts.first { $0.hasPrefix(Self.compilerFact) }
    self.init(
      name: name, baseClass: baseClass, shape: shape, foundation: try hash(Self.foundationFact),
      compiler: compiler.map { String($0.dropFirst(Self.compilerFact.count)) } ?? "",
      requirements: read, source: source)
  }
}

extension ProtocolRecord.Requirement {
  /// The text in a record: four fields separated by tabs.
  package var written: String {
    [name, nameInRecords, String(hash, radix: 16), text].joined(separator: "\t")
  }

  fileprivate init?(written line: String) {
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    guard fields.count == 4, let hash = UInt64(fields[2], radix: 16), !fields[0].isEmpty,
      !fields[1].isEmpty
    else { return nil }
    (name, nameInRecords, text) = (fields[0], fields[1], fields[3])
    self.hash = hash
  }
}

extension DescriptorReader {
  /// A protocol record and its location.
  package struct FoundProtocol: Equatable, Sendable {
    /// The record's contents.
    package let record: ProtocolRecord
    /// The record's offset, in bytes from the start of the section.
    package let offset: Int
    /// The size of the whole record, in bytes.
    package let byteCount: Int
  }

  /// The protocol records of a section, which `readAll` skips.
  ///
  /// - Parameter flaw: called for a record that can't be read.
  package func protocols(in bytes: Span<UInt8>, flaw: (DescriptorFlaw) -> Void) -> [FoundProtocol] {
    var found: [FoundProtocol] = []
    var offset = 0
    while let start = nextRecord(in: bytes, at: &offset) {
      guard bytes[start + RecordLayout.kind] == RecordLayout.protocolKind else { continue }
      do throws(DescriptorFlaw) {
        found.append(
          FoundProtocol(
            record: try protocolRecord(in: bytes, at: start, byteCount: offset - start),
            offset: start, byteCount: offset - start))
      } catch {
        flaw(error)
      }
    }
    return found
  }
}
