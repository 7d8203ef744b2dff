// SPDX-License-Identifier: Apache-2.0

/// Follows the code of the witnesses in one file to what marks a default.
struct WitnessReading {
  let file: SwiftFile
  let symbols: WitnessSymbols
  let marks: Marks

  /// Addresses that lead to a default.
  struct Marks {
    let addresses: Set<UInt64>
    let bounds: ClosedRange<UInt64>?

    init(_ addresses: Set<UInt64>) {
      self.addresses = addresses
      bounds = addresses.min().flatMap { low in addresses.max().map { low...$0 } }
    }

    func contains(_ address: UInt64) -> Bool {
      bounds?.contains(address) == true && addresses.contains(address)
    }
  }

  /// More bytes than a witness has.
  private static let longest: UInt64 = 1 << 14
  private static let deepest = 4

  /// Nil where that is not known. Distances of 32 bits are looked for at each byte: what
  /// stands there by chance leads to none of few addresses.
  func leadsToMark(
    _ address: UInt64, _ function: WitnessSymbols.Function, _ depth: Int
  ) -> Bool? {
    guard depth < Self.deepest, function.byteCount <= Self.longest,
      let bytes = file.bytes(at: address, byteCount: function.byteCount)
    else { return nil }
    // Among functions that are the same, one is left, to which the others jump.
    let isJump = bytes.count == 5 && bytes[0] == 0xe9 || bytes.count == 2 && bytes[0] == 0xeb
    if isJump {
      let distance = bytes.count == 5 ? bytes.distance(at: 1) : bytes.shortDistance(at: 1)
      let target = address &+ UInt64(bytes.count) &+ distance
      guard let next = symbols.functions[target] else { return isStubOfMark(target) ? true : nil }
      return leadsToMark(target, next, depth + 1)
    }
    for index in bytes.indices.dropLast(3) {
      let target = address &+ UInt64(index + 4) &+ bytes.distance(at: index)
      // A constant of a byte or of four can stand behind the distance.
      if marks.contains(target) || marks.contains(target &+ 1) || marks.contains(target &+ 4) {
        return true
      }
      let isCall = index > 0 && (bytes[index - 1] == 0xe8 || bytes[index - 1] == 0xe9)
      if isCall, isStubOfMark(target) { return true }
      if leads(to: target, from: address, depth) { return true }
    }
    for index in bytes.indices.dropLast()
    where bytes[index] == 0xeb || bytes[index] & 0xf0 == 0x70 {
      let target = address &+ UInt64(index + 2) &+ bytes.shortDistance(at: index + 1)
      if target &- address >= function.byteCount, leads(to: target, from: address, depth) {
        return true
      }
    }
    return false
  }

  /// To another of the functions that are known, and by it perhaps to a mark.
  private func leads(to target: UInt64, from address: UInt64, _ depth: Int) -> Bool {
    guard target != address, let next = symbols.functions[target] else { return false }
    return leadsToMark(target, next, depth + 1) != false
  }

  /// Whether code only jumps to where a pointer leads: `endbr64`, `bnd jmp *slot(%rip)`.
  private func isStubOfMark(_ address: UInt64) -> Bool {
    guard let bytes = file.bytes(at: address, byteCount: 11) else { return false }
    var index = bytes.starts(with: [0xf3, 0x0f, 0x1e, 0xfa]) ? 4 : 0
    if bytes[index] == 0xf2 { index += 1 }
    guard index + 6 <= bytes.count, bytes[index] == 0xff, bytes[index + 1] == 0x25 else {
      return false
    }
    return marks.contains(address &+ UInt64(index + 6) &+ bytes.distance(at: index + 2))
  }
}

extension [UInt8] {
  fileprivate func shortDistance(at index: Int) -> UInt64 {
    UInt64(bitPattern: Int64(Int8(bitPattern: self[index])))
  }

  /// With a sign, in little-endian order.
  fileprivate func distance(at index: Int) -> UInt64 {
    let word =
      UInt32(self[index]) | UInt32(self[index + 1]) << 8 | UInt32(self[index + 2]) << 16
      | UInt32(self[index + 3]) << 24
    return UInt64(bitPattern: Int64(Int32(bitPattern: word)))
  }
}
