// SPDX-License-Identifier: Apache-2.0

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
    case 8 where isLittleEndian: return name + "el"
    case 21 where isLittleEndian: return name + "le"
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
    case 2: "sparc"
    case 3: "i386"
    case 4: "m68k"
    case 8: "mips"
    case 20: "powerpc"
    case 21: "powerpc64"
    case 22: "s390"
    case 40: "arm"
    case 42: "sh"
    case 43: "sparc64"
    case 50: "ia64"
    case 62: "x86_64"
    case 183: "aarch64"
    case 243: "riscv"
    case 247: "bpf"
    case 258: "loongarch"
    default: nil
    }
  }

  /// The 64-bit name, if the machine has two classes.
  private static func wideName(_ machine: UInt16) -> String? {
    switch machine {
    case 8: "mips64"
    case 22: "s390x"
    case 243: "riscv64"
    case 258: "loongarch64"
    default: nil
    }
  }
}
