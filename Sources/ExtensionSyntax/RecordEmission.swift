// SPDX-License-Identifier: Apache-2.0

package import DescriptorEncoding
import GraftDescriptors

/// Renders a record as Swift source that puts it into the section.
public struct RecordEmission {
  private let record: EncodedRecord
  private let constant: String
  private let accessor: String

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

  /// All but the accessor goes in as words, which compile several times faster than bytes.
  public var source: String {
    let head = Self.word([
      (UInt64(record.byteCount), 32), (UInt64(RecordLayout.currentVersion), 16),
      (UInt64(record.kind), 8), (UInt64(record.flags), 8),
    ])
    let counts = Self.word([
      (UInt64(UInt32(bitPattern: record.priority)), 32), (UInt64(record.constraintCount), 16),
      (UInt64(record.requirementCount), 16),
    ])
    let words = stride(from: 0, to: record.text.count, by: 8).map { start in
      Self.word(record.text[start..<start + 8].map { (UInt64($0), 8) })
    }
    return """
      @section("\(RecordLayout.sectionName)") @used
      nonisolated private let \(constant): Graft::_Record<\(words.count + 1)> = (
        \(head), unsafe \(accessor), [\(([counts] + words).joined(separator: ", "))]
      )
      """
  }

  /// Fields that lie one behind the other, each with its number of bits.
  private static func word(_ fields: [(value: UInt64, bitCount: UInt64)]) -> String {
    let word = fields.reversed().reduce(UInt64(0)) { $0 << $1.bitCount | $1.value }
    return "0x" + String(word, radix: 16)
  }
}
