// SPDX-License-Identifier: Apache-2.0

/// An image's account of a protocol with `@Extensible`, for readers of files.
///
/// A running program does not read it. `docs/abi.md` specifies the bytes.
package struct ProtocolRecord: Equatable, Sendable {
  /// One requirement.
  package struct Requirement: Equatable, Sendable {
    /// The name as tables have it.
    package var name: String
    /// The method of the base class, as records have it.
    package var nameInRecords: String
    /// The hash of the declaration.
    package var hash: UInt64
    /// The declaration, with single spaces.
    package var text: String

    /// - Parameter text: the declaration, with single spaces.
    package init(name: String, nameInRecords: String, text: String) {
      self.name = name
      self.nameInRecords = nameInRecords
      self.text = text
      hash = Self.hash(text)
    }

    /// FNV-1a, as that of a shape.
    private static func hash(_ text: String) -> UInt64 {
      text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
    }
  }

  /// The protocol's name with its module.
  package var name: String
  /// What extensions inherit from, with its module.
  package var baseClass: String
  /// The hash of all that it requires.
  package var shape: UInt64
  /// The version of the compiler that wrote the record, such as `6.3`; empty if it is not known.
  package var compiler: String
  /// The requirements in the order of their declaration.
  package var requirements: [Requirement]
  /// `Module/File.swift:line`; may be empty.
  package var source: String

  /// What a record says.
  package init(
    name: String, baseClass: String, shape: UInt64, compiler: String,
    requirements: [Requirement], source: String
  ) {
    self.name = name
    self.baseClass = baseClass
    self.shape = shape
    self.compiler = compiler
    self.requirements = requirements
    self.source = source
  }
}

extension ProtocolRecord {
  /// The word before the shape in a record.
  package static let shapeFact = "shape="
  /// The word before the compiler's version in a record.
  package static let compilerFact = "compiler="

  /// Nil for strings of another form. Facts of later versions are passed over.
  init?(
    name: String, baseClass: String, facts: [String], requirements: [String], source: String
  ) {
    func fact(_ prefix: String) -> Substring? {
      facts.first { $0.hasPrefix(prefix) }?.dropFirst(prefix.count)
    }
    guard let text = fact(Self.shapeFact), text.hasPrefix("0x"),
      let shape = UInt64(text.dropFirst(2), radix: 16)
    else { return nil }
    let read = requirements.map(Requirement.init(written:))
    guard read.allSatisfy({ $0 != nil }) else { return nil }
    self.init(
      name: name, baseClass: baseClass, shape: shape,
      compiler: fact(Self.compilerFact).map(String.init) ?? "",
      requirements: read.compactMap(\.self),
      source: source)
  }
}

extension ProtocolRecord.Requirement {
  /// Four fields with tabs between them.
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
  /// A record of a protocol, and where it lies.
  package struct FoundProtocol: Equatable, Sendable {
    /// What it says.
    package let record: ProtocolRecord
    /// The record's place, in bytes from the start of the section.
    package let offset: Int
    /// The size of the whole record, in bytes.
    package let byteCount: Int
  }

  /// The records of protocols in a section, which `readAll` passes over.
  ///
  /// - Parameter flaw: called for one that can't be read.
  package func protocols(
    in bytes: Span<UInt8>, flaw: (DescriptorFlaw) -> Void
  ) -> [FoundProtocol] {
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
