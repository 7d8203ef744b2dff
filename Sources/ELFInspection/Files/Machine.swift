// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// `e_machine`.
public enum Machine {
  static let i386: UInt16 = 3
  static let mips: UInt16 = 8
  static let powerPC: UInt16 = 20
  static let powerPC64: UInt16 = 21
  static let s390: UInt16 = 22
  static let arm: UInt16 = 40
  static let x86_64: UInt16 = 62
  static let aarch64: UInt16 = 183
  static let riscv: UInt16 = 243
  static let loongArch: UInt16 = 258
}

extension ELFHeader {
  /// As a target triple names it: `x86_64`, `powerpc64le`, `mips64el`; a number
  /// for an architecture that we do not know.
  public var architecture: String {
    let isLittle = encoding.byteOrder == .little
    guard let name = (encoding.is64Bit ? Machine.wideName(machine) : nil) ?? Machine.name(machine)
    else { return "machine-\(machine)" }
    return isLittle && Machine.isUsuallyBig(machine)
      ? name + (machine == Machine.mips ? "el" : "le") : name
  }
}

/// Switches, not dictionaries: for the first of a type, the runtime searches all
/// conformances of the process.
extension Machine {
  static func name(_ machine: UInt16) -> String? {
    switch machine {
    case 2: "sparc"
    case i386: "i386"
    case 4: "m68k"
    case mips: "mips"
    case powerPC: "powerpc"
    case powerPC64: "powerpc64"
    case s390: "s390"
    case arm: "arm"
    case 42: "sh"
    case 43: "sparc64"
    case 50: "ia64"
    case x86_64: "x86_64"
    case aarch64: "aarch64"
    case 247: "bpf"
    case riscv: "riscv"
    case loongArch: "loongarch"
    default: nil
    }
  }

  /// Of 64 bits, where the machine has two classes.
  static func wideName(_ machine: UInt16) -> String? {
    switch machine {
    case mips: "mips64"
    case s390: "s390x"
    case riscv: "riscv64"
    case loongArch: "loongarch64"
    default: nil
    }
  }

  /// Whether a little-endian one says so in its name.
  static func isUsuallyBig(_ machine: UInt16) -> Bool { machine == mips || machine == powerPC64 }
}
