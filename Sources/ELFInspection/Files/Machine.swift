// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

extension ELFHeader {
  /// The architecture as a target triple spells it: `x86_64`, `powerpc64le`,
  /// `mips64el`; a number if it is unknown.
  public var architecture: String {
    Architecture.name(
      machine: machine, is64Bit: encoding.is64Bit, isLittleEndian: encoding.byteOrder == .little)
  }
}
