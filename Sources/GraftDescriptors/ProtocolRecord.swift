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

  /// Parses a record's strings; nil for another form.
  ///
  /// Keys of later versions are skipped.
  init?(name: String, baseClass: String, facts: [String], requirements: [String], source: String) {
    func fact(_ prefix: String) -> Substring? {
      facts.first { $0.hasPrefix(prefix) }?.dropFirst(prefix.count)
    }
    func hash(_ prefix: String) -> UInt64? {
      guard let text = fact(prefix), text.hasPrefix("0x") else { return nil }
      return UInt64(text.dropFirst(2), radix: 16)
    }
    guard let shape = hash(Self.shapeFact) else { return nil }
    let read = requirements.map(Requirement.init(written:))
    guard read.allSatisfy({ $0 != nil }) else { return nil }
    self.init(
      name: name, baseClass: baseClass, shape: shape, foundation: hash(Self.foundationFact),
      compiler: fact(Self.compilerFact).map(String.init) ?? "",
      requirements: read.compactMap(\.self),
      source: source)
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
