// SPDX-License-Identifier: Apache-2.0

/// SHA-256 (FIPS 180-4). Own code, since neither libelf nor Swift's libraries have it, and
/// the kernel's (AF_ALG) is closed to most containers.
struct FileDigest {
  private typealias Words = InlineArray<8, UInt32>

  private var state: Words = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
    0x5be0_cd19,
  ]
  /// The begin of a block, of which the end has not come.
  private var rest: [UInt8] = []
  private var byteCount: UInt64 = 0

  static let blockByteCount = 64

  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    byteCount += UInt64(bytes.count)
    var start = 0
    if !rest.isEmpty {
      start = min(bytes.count, Self.blockByteCount - rest.count)
      rest += bytes[..<start]
      guard rest.count == Self.blockByteCount else { return }
      let block = rest
      rest.removeAll(keepingCapacity: true)
      block.withUnsafeBytes { take($0) }
    }
    let end = start + (bytes.count - start) / Self.blockByteCount * Self.blockByteCount
    take(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
    rest += bytes[end...]
  }

  /// The digest of all that was appended, in hexadecimal.
  consuming func finish() -> String {
    let bitCount = (byteCount &* 8).bigEndian
    var padding: [UInt8] = [0x80]
    let used = (rest.count + 1 + 8) % Self.blockByteCount
    padding += [UInt8](repeating: 0, count: (Self.blockByteCount - used) % Self.blockByteCount)
    withUnsafeBytes(of: bitCount) { padding += $0 }
    padding.withUnsafeBytes { append($0) }
    return state.indices.flatMap { index in
      withUnsafeBytes(of: state[index].bigEndian) { Array($0) }
    }.hexadecimal
  }

  /// Whole blocks.
  private mutating func take(_ bytes: UnsafeRawBufferPointer) {
    var schedule = InlineArray<64, UInt32>(repeating: 0)
    for block in stride(from: 0, to: bytes.count, by: Self.blockByteCount) {
      for index in 0..<16 {
        schedule[index] = UInt32(
          bigEndian: bytes.loadUnaligned(fromByteOffset: block + 4 * index, as: UInt32.self))
      }
      for index in 16..<64 {
        let (near, far) = (schedule[index - 2], schedule[index - 15])
        let nearSum = near.rotated(17) ^ near.rotated(19) ^ near >> 10
        let farSum = far.rotated(7) ^ far.rotated(18) ^ far >> 3
        schedule[index] = schedule[index - 16] &+ farSum &+ schedule[index - 7] &+ nearSum
      }
      mix(schedule)
    }
  }

  private mutating func mix(_ schedule: InlineArray<64, UInt32>) {
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for index in 0..<64 {
      let choice = e & f ^ ~e & g
      let high = e.rotated(6) ^ e.rotated(11) ^ e.rotated(25)
      let first = h &+ high &+ choice &+ Self.constants[index] &+ schedule[index]
      let majority = a & b ^ a & c ^ b & c
      let second = (a.rotated(2) ^ a.rotated(13) ^ a.rotated(22)) &+ majority
      (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
    }
    let mixed: Words = [a, b, c, d, e, f, g, h]
    for index in state.indices { state[index] &+= mixed[index] }
  }

  /// The first 32 bits of the fractions of the cube roots of the first 64 primes.
  private static let constants: InlineArray<64, UInt32> = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1,
    0x923f_82a4, 0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3,
    0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786,
    0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
    0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147,
    0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13,
    0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
    0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
    0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a,
    0x5b9c_ca4f, 0x682e_6ff3, 0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208,
    0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
  ]
}

extension UInt32 {
  /// To the right.
  fileprivate func rotated(_ count: UInt32) -> UInt32 { self &>> count | self &<< (32 - count) }
}

extension InputFile {
  /// SHA-256 of all its bytes, in hexadecimal.
  func digest() throws(InspectionError) -> String {
    var digest = FileDigest()
    var part = [UInt8](repeating: 0, count: 1 << 18)
    var offset: UInt64 = 0
    while true {
      let count: Int
      do {
        count = try part.withUnsafeMutableBytes { try read(at: offset, into: $0) }
      } catch let error as InspectionError {
        throw error
      } catch {
        throw InspectionError(.system, "can't read", offset: offset)
      }
      if count == 0 { return digest.finish() }
      part.withUnsafeBytes { digest.append(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
      offset += UInt64(count)
    }
  }
}
