// SPDX-License-Identifier: Apache-2.0

package import DescriptorEncoding
import GraftDescriptors

/// Renders a record as Swift source that puts it into the section.
public struct RecordEmission {
  private let record: EncodedRecord
  private let constant: String
  private let accessor: String

  /// Creates the emission of a record.
  ///
  /// - Parameters:
  ///   - constant: the name of the global that is the record.
  ///   - accessor: the name of the `@c` function.
  package init(_ record: EncodedRecord, constant: String, accessor: String) {
    self.record = record
    self.constant = constant
    self.accessor = accessor
  }

  /// Whether the source can be compiled: a literal has at most 4096 words.
  public var isCompilable: Bool { record.text.count <= 4096 * 8 }

  /// The record as source.
  ///
  /// All but the accessor is in words, which compile several times faster than bytes.
  public var source: String {
    """
    \(Self.section)
    nonisolated private let \(constant): Graft::_Record<\(words.count)> = (
      \(head), unsafe \(accessor), [\(words.joined(separator: ", "))]
    )
    """
  }

  /// Renders a record whose slot for an accessor is empty.
  ///
  /// It is a variable, since a constant that needs no relocation would be read-only, and some
  /// linkers split a section whose parts differ in that.
  ///
  /// - Parameter isStatic: whether the constant is a member of a type.
  package func sourceWithoutAccessor(isStatic: Bool) -> String {
    """
    \(Self.section)
    nonisolated(unsafe) private \(isStatic ? "static " : "")var \(constant): \
    Swift::InlineArray<\(words.count + 2), Swift::UInt64> =
      [\(([head, "0"] + words).joined(separator: ", "))]
    """
  }

  /// The attributes of a record.
  private static let section = """
    #if objectFormat(MachO)
    @section("\(RecordLayout.machOSectionName)")
    #else
    @section("\(RecordLayout.sectionName)")
    #endif
    @used
    """

  private var head: String {
    Self.word([
      (UInt64(record.byteCount), 32), (UInt64(RecordLayout.currentVersion), 16),
      (UInt64(record.kind), 8), (UInt64(record.flags), 8),
    ])
  }

  /// The words behind the slot.
  private var words: [String] {
    let counts = Self.word([
      (UInt64(UInt32(bitPattern: record.priority)), 32), (UInt64(record.constraintCount), 16),
      (UInt64(record.requirementCount), 16),
    ])
    return [counts]
      + stride(from: 0, to: record.text.count, by: 8).map { start in
        Self.word(record.text[start..<start + 8].map { (UInt64($0), 8) })
      }
  }

  /// A word of consecutive fields, each with its number of bits.
  private static func word(_ fields: [(value: UInt64, bitCount: UInt64)]) -> String {
    let word = fields.reversed().reduce(UInt64(0)) { $0 << $1.bitCount | $1.value }
    return "0x" + String(word, radix: 16)
  }
}
