// SPDX-License-Identifier: Apache-2.0

public import GraftDescriptors

/// Renders a descriptor as Swift source that puts it into the section.
public struct RecordEmission {
  private let descriptor: Descriptor
  private let constant: String
  private let accessor: String

  /// - Parameters:
  ///   - constant: the name of the global that is the record.
  ///   - accessor: the name of the `@c` function.
  public init(_ descriptor: Descriptor, constant: String, accessor: String) {
    self.descriptor = descriptor
    self.constant = constant
    self.accessor = accessor
  }

  /// Whether the source can be compiled: a literal has at most 4096 words.
  public var isCompilable: Bool {
    ((try? descriptor.encodedText().count) ?? .max) <= 4096 * 8
  }

  /// All but the accessor goes in as words, which compile several times faster than bytes.
  public func source() throws(DescriptorEncodingError) -> String {
    let text = try descriptor.encodedText()
    let size = RecordLayout.headerByteCount + text.count
    let head = Self.word([
      (UInt64(size), 32), (UInt64(RecordLayout.currentVersion), 16),
      (UInt64(descriptor.kind.rawValue), 8), (UInt64(descriptor.encodedFlags), 8),
    ])
    let counts = Self.word([
      (UInt64(UInt32(bitPattern: descriptor.priority)), 32),
      (UInt64(descriptor.writtenConstraints.count), 16),
      (UInt64(descriptor.requirements.count), 16),
    ])
    let words = stride(from: 0, to: text.count, by: 8).map { start in
      Self.word(text[start..<start + 8].map { (UInt64($0), 8) })
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
