// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// `e_machine`.
public enum Machine {
  static let i386: UInt16 = 3
  static let mips: UInt16 = 8
  static let powerPC64: UInt16 = 21
  static let s390: UInt16 = 22
  static let arm: UInt16 = 40
  static let x86_64: UInt16 = 62
  static let aarch64: UInt16 = 183
  static let riscv: UInt16 = 243

  private static let names: [UInt16: String] = [
    2: "sparc", i386: "i386", 4: "m68k", mips: "mips", 20: "powerpc", powerPC64: "powerpc64",
    s390: "s390", arm: "arm", 42: "sh", 43: "sparc64", 50: "ia64", x86_64: "x86_64",
    aarch64: "aarch64", 247: "bpf", riscv: "riscv", 258: "loongarch",
  ]
  /// Machines of both classes, or of both byte orders.
  private static let wide: [UInt16: String] = [
    mips: "mips64", s390: "s390x", riscv: "riscv64", 258: "loongarch64",
  ]
  private static let littleEndianVariants: Set<UInt16> = [mips, powerPC64]
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

extension Machine {
  static func name(_ machine: UInt16) -> String? { names[machine] }
  static func wideName(_ machine: UInt16) -> String? { wide[machine] }
  static func isUsuallyBig(_ machine: UInt16) -> Bool { littleEndianVariants.contains(machine) }
}
