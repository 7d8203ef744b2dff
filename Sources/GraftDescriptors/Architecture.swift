// SPDX-License-Identifier: Apache-2.0

/// Numbers of machines, `e_machine`.
package enum Machine {
  package static let sparc: UInt16 = 2
  package static let i386: UInt16 = 3
  package static let m68k: UInt16 = 4
  package static let mips: UInt16 = 8
  package static let powerPC: UInt16 = 20
  package static let powerPC64: UInt16 = 21
  package static let s390: UInt16 = 22
  package static let arm: UInt16 = 40
  package static let superH: UInt16 = 42
  package static let sparc64: UInt16 = 43
  package static let itanium: UInt16 = 50
  package static let x86_64: UInt16 = 62
  package static let aarch64: UInt16 = 183
  package static let riscv: UInt16 = 243
  package static let bpf: UInt16 = 247
  package static let loongArch: UInt16 = 258
}

/// The names of ELF architectures in reports and errors.
package enum Architecture {
  /// The name, as a target triple spells it: `x86_64`, `powerpc64le`,
  /// `mips64el`; a number if it is unknown.
  ///
  /// - Parameters:
  ///   - machine: the field `e_machine` of the file's header.
  ///   - is64Bit: whether the file's class is 64 bits.
  ///   - isLittleEndian: whether the least significant byte comes first.
  package static func name(machine: UInt16, is64Bit: Bool, isLittleEndian: Bool) -> String {
    // A switch, not a dictionary: the first use of a dictionary type makes the
    // runtime search all conformances.
    switch machine {
    case Machine.sparc: "sparc"
    case Machine.i386: "i386"
    case Machine.m68k: "m68k"
    // MIPS and 64-bit PowerPC are big-endian unless their names say otherwise.
    case Machine.mips: (is64Bit ? "mips64" : "mips") + (isLittleEndian ? "el" : "")
    case Machine.powerPC: "powerpc"
    case Machine.powerPC64: isLittleEndian ? "powerpc64le" : "powerpc64"
    case Machine.s390: is64Bit ? "s390x" : "s390"
    case Machine.arm: "arm"
    case Machine.superH: "sh"
    case Machine.sparc64: "sparc64"
    case Machine.itanium: "ia64"
    case Machine.x86_64: "x86_64"
    case Machine.aarch64: "aarch64"
    case Machine.riscv: is64Bit ? "riscv64" : "riscv"
    case Machine.bpf: "bpf"
    case Machine.loongArch: is64Bit ? "loongarch64" : "loongarch"
    default: "machine-\(machine)"
    }
  }

  /// The architecture with its class and byte order.
  package static func text(machine: UInt16, is64Bit: Bool, isLittleEndian: Bool) -> String {
    let name = name(machine: machine, is64Bit: is64Bit, isLittleEndian: isLittleEndian)
    return "\(name), \(is64Bit ? 64 : 32)-bit, \(isLittleEndian ? "little" : "big")-endian"
  }
}
