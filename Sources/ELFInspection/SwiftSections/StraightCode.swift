// SPDX-License-Identifier: Apache-2.0

/// Follows code of x86-64 that has no branch, and that only puts addresses, constants and
/// their differences into memory, up to the function that it jumps to. Other instructions
/// are not understood, and then nothing is.
struct StraightCode {
  struct Result {
    /// The argument of the function, in `%rdi`.
    let argument: UInt64
    /// What it has stored, by address.
    let words: [UInt64: UInt64]
  }

  private let memory: LoadedMemory
  private let pointers: PointerTable
  private var next: UInt64
  private var registers: [UInt8: UInt64] = [:]
  private var words: [UInt64: UInt64] = [:]

  /// A structure of 34 words takes 67 instructions.
  private static let longest = 256
  /// `%rdi`.
  private static let firstArgument: UInt8 = 7

  /// Nil for what is not understood, or not in the file.
  static func result(
    at address: UInt64, _ memory: LoadedMemory, _ pointers: PointerTable
  ) -> Result? {
    var code = StraightCode(memory: memory, pointers: pointers, next: address)
    for _ in 0..<longest {
      guard let isAtEnd = try? code.step() else { return nil }
      guard isAtEnd else { continue }
      return code.registers[firstArgument].map { Result(argument: $0, words: code.words) }
    }
    return nil
  }

  private struct NotUnderstood: Error {}

  private init(memory: LoadedMemory, pointers: PointerTable, next: UInt64) {
    self.memory = memory
    self.pointers = pointers
    self.next = next
  }

  private mutating func byte() throws -> UInt8 {
    defer { next = next &+ 1 }
    return try memory.byte(at: next)
  }

  private mutating func signed() throws -> UInt64 {
    defer { next = next &+ 4 }
    return UInt64(bitPattern: Int64(Int32(bitPattern: try memory.u32(at: next))))
  }

  /// True at the end.
  private mutating func step() throws -> Bool {
    switch try byte() {
    // push and pop %rbp.
    case 0x55, 0x5d: return false
    // endbr64, where control flow is protected.
    case 0xf3:
      guard try byte() == 0x0f, try byte() == 0x1e, try byte() == 0xfa else {
        throw NotUnderstood()
      }
      return false
    case 0xe8, 0xe9: return true
    case 0x48: try wide()
    default: throw NotUnderstood()
    }
    return false
  }

  /// An instruction for 64 bits.
  private mutating func wide() throws {
    let operation = try byte()
    let operands = try byte()
    let register = operands >> 3 & 7
    // Relative to the address of the next instruction.
    let isRelative = operands & 0xc7 == 0x05
    switch operation {
    case 0x8d where isRelative: registers[register] = try signed() &+ next
    case 0x8b where isRelative:
      let slot = try signed() &+ next
      switch try pointers.target(at: slot) {
      case .address(let address)?: registers[register] = address
      case nil: registers[register] = 0
      case .symbol?: throw NotUnderstood()
      }
    case 0x89 where isRelative:
      guard let value = registers[register] else { throw NotUnderstood() }
      words[try signed() &+ next] = value
    // mov %rsp, %rbp.
    case 0x89 where operands == 0xe5: break
    case 0xc7 where operands == 0x05:
      let distance = try signed()
      let value = try signed()
      words[distance &+ next] = value
    case 0xc7 where operands & 0xf8 == 0xc0: registers[operands & 7] = try signed()
    case 0x29 where operands >> 6 == 3:
      guard let value = registers[operands & 7], let less = registers[register] else {
        throw NotUnderstood()
      }
      registers[operands & 7] = value &- less
    default: throw NotUnderstood()
    }
  }
}
