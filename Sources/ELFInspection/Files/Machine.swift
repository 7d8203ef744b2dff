// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// Names of machines, `e_machine`.
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
  /// The architecture as a target triple spells it: `x86_64`, `powerpc64le`,
  /// `mips64el`; a number if it is unknown.
  public var architecture: String {
    Architecture.name(
      machine: machine, is64Bit: encoding.is64Bit, isLittleEndian: encoding.byteOrder == .little)
  }
}
