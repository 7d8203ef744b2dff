// SPDX-License-Identifier: Apache-2.0

public import GraftDescriptors

/// Reads one field after the other of an ELF structure, in the byte order and
/// class of its file. Behind the end of the bytes it reads zeros and says so.
struct FieldReader {
  let encoding: Encoding
  /// Of the next field.
  var offset: Int
  /// False once a field lay outside the bytes.
  private(set) var isInside = true

  init(_ encoding: Encoding, at offset: Int = 0) {
    self.encoding = encoding
    self.offset = offset
  }

  mutating func u16(_ bytes: Span<UInt8>) -> UInt16 { next(bytes) }
  mutating func u32(_ bytes: Span<UInt8>) -> UInt32 { next(bytes) }
  mutating func u64(_ bytes: Span<UInt8>) -> UInt64 { next(bytes) }

  /// Four bytes in a 32-bit file, eight in a 64-bit one.
  mutating func address(_ bytes: Span<UInt8>) -> UInt64 {
    encoding.is64Bit ? u64(bytes) : UInt64(u32(bytes))
  }

  /// As `address`, with a sign.
  mutating func signedAddress(_ bytes: Span<UInt8>) -> Int64 {
    encoding.is64Bit ? Int64(bitPattern: u64(bytes)) : Int64(Int32(bitPattern: u32(bytes)))
  }

  private mutating func next<Word: FixedWidthInteger & BitwiseCopyable>(
    _ bytes: Span<UInt8>
  ) -> Word {
    let size = MemoryLayout<Word>.size
    guard offset >= 0, offset <= bytes.count - size else {
      isInside = false
      return 0
    }
    let word = bytes.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: Word.self)
    offset += size
    return encoding.byteOrder == .little ? word.littleEndian : word.bigEndian
  }
}

/// How a file writes its numbers.
public struct Encoding: Hashable, Sendable {
  /// `EI_DATA`.
  public var byteOrder: ByteOrder
  /// `EI_CLASS`: the width of addresses and offsets.
  public var is64Bit: Bool

  /// The encoding of a class and byte order.
  public init(byteOrder: ByteOrder, is64Bit: Bool) {
    self.byteOrder = byteOrder
    self.is64Bit = is64Bit
  }

  /// The encoding of machines on which Graft runs. Sections of other files are shown, and records
  /// are not read.
  public static let graft = Encoding(byteOrder: .little, is64Bit: true)

  var addressByteCount: Int { is64Bit ? 8 : 4 }
}
