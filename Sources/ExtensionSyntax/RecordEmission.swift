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

  /// The text goes in as words, which compile several times faster than bytes.
  public func source() throws(DescriptorEncodingError) -> String {
    let text = try descriptor.encodedText()
    let words = stride(from: 0, to: text.count, by: 8).map { start in
      let word = text[start..<start + 8].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      return "0x" + String(word, radix: 16)
    }
    let size = RecordLayout.headerByteCount + text.count
    return """
      @section("\(RecordLayout.sectionName)") @used
      nonisolated private let \(constant): (
        Swift::UInt32, Swift::UInt16, Swift::UInt8, Swift::UInt8,
        @convention(c) (Swift::UnsafePointer<CGraft::graft_request>) -> Swift::UnsafeMutableRawPointer?,
        Swift::Int32, Swift::UInt16, Swift::UInt16, Swift::InlineArray<\(words.count), Swift::UInt64>
      ) = (
        \(size), \(RecordLayout.currentVersion), \(descriptor.kind.rawValue), \(descriptor.encodedFlags),
        unsafe \(accessor),
        \(descriptor.priority), \(descriptor.writtenConstraints.count), \(descriptor.requirements.count),
        [\(words.joined(separator: ", "))]
      )
      """
  }
}
