// SPDX-License-Identifier: Apache-2.0

public import GraftDescriptors

/// Reads the fields of an ELF structure one by one, in the byte order and class of
/// its file.
///
/// It reads zeros beyond the end, and then `isInside` is false.
struct FieldReader {
  let encoding: Encoding
  /// The offset of the next field.
  var offset: Int
  /// Whether all fields so far were inside the bytes.
  private(set) var isInside = true

  init(_ encoding: Encoding, at offset: Int = 0) {
    self.encoding = encoding
    self.offset = offset
  }

  mutating func u16(_ bytes: Span<UInt8>) -> UInt16 { next(bytes) }
  mutating func u32(_ bytes: Span<UInt8>) -> UInt32 { next(bytes) }
  mutating func u64(_ bytes: Span<UInt8>) -> UInt64 { next(bytes) }

  /// Reads an address: four bytes in a 32-bit file, eight in a 64-bit one.
  mutating func address(_ bytes: Span<UInt8>) -> UInt64 {
    encoding.is64Bit ? u64(bytes) : UInt64(u32(bytes))
  }

  /// Reads a signed field as wide as an address.
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

/// The class and byte order of a file.
public struct Encoding: Hashable, Sendable {
  /// The byte order, `EI_DATA`.
  public var byteOrder: ByteOrder
  /// Whether addresses and offsets have 64 bits, `EI_CLASS`.
  public var is64Bit: Bool

  /// Creates an encoding.
  public init(byteOrder: ByteOrder, is64Bit: Bool) {
    self.byteOrder = byteOrder
    self.is64Bit = is64Bit
  }

  /// The encoding of machines that Graft runs on.
  ///
  /// The sections of other files are shown, but their records are not read.
  public static let graft = Encoding(byteOrder: .little, is64Bit: true)

  var addressByteCount: Int { is64Bit ? 8 : 4 }
}
