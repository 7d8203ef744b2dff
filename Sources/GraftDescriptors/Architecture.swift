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
    guard let name = (is64Bit ? wideName(machine) : nil) ?? name(machine) else {
      return "machine-\(machine)"
    }
    // 64-bit MIPS and PowerPC are big-endian unless their names say otherwise.
    switch machine {
    case Machine.mips where isLittleEndian: return name + "el"
    case Machine.powerPC64 where isLittleEndian: return name + "le"
    default: return name
    }
  }

  /// The architecture with its class and byte order.
  package static func text(machine: UInt16, is64Bit: Bool, isLittleEndian: Bool) -> String {
    let name = name(machine: machine, is64Bit: is64Bit, isLittleEndian: isLittleEndian)
    return "\(name), \(is64Bit ? 64 : 32)-bit, \(isLittleEndian ? "little" : "big")-endian"
  }

  // Switches, not dictionaries: the first use of a dictionary type makes the
  // runtime search all conformances.

  private static func name(_ machine: UInt16) -> String? {
    switch machine {
    case Machine.sparc: "sparc"
    case Machine.i386: "i386"
    case Machine.m68k: "m68k"
    case Machine.mips: "mips"
    case Machine.powerPC: "powerpc"
    case Machine.powerPC64: "powerpc64"
    case Machine.s390: "s390"
    case Machine.arm: "arm"
    case Machine.superH: "sh"
    case Machine.sparc64: "sparc64"
    case Machine.itanium: "ia64"
    case Machine.x86_64: "x86_64"
    case Machine.aarch64: "aarch64"
    case Machine.riscv: "riscv"
    case Machine.bpf: "bpf"
    case Machine.loongArch: "loongarch"
    default: nil
    }
  }

  /// The 64-bit name, if the machine has two classes.
  private static func wideName(_ machine: UInt16) -> String? {
    switch machine {
    case Machine.mips: "mips64"
    case Machine.s390: "s390x"
    case Machine.riscv: "riscv64"
    case Machine.loongArch: "loongarch64"
    default: nil
    }
  }
}
