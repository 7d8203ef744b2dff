// SPDX-License-Identifier: Apache-2.0

import Glibc

/// What an ELF header says a file is for.
struct ELFKind: Equatable, CustomStringConvertible {
  let elfClass: UInt8
  let byteOrder: UInt8
  let machine: UInt16

  /// - Parameter header: the first 20 bytes of a file.
  init(_ header: [UInt8]) {
    elfClass = header[Int(EI_CLASS)]
    byteOrder = header[Int(EI_DATA)]
    let (low, high) = byteOrder == UInt8(ELFDATA2MSB) ? (19, 18) : (18, 19)
    machine = UInt16(header[low]) | UInt16(header[high]) << 8
  }

  /// That of the executable, which the kernel has run. Nil where there is no `/proc`.
  static let ofProcess: ELFKind? = {
    var header = [UInt8](repeating: 0, count: 20)
    let file = Glibc.open("/proc/self/exe", O_RDONLY | O_CLOEXEC)
    defer { close(file) }
    return read(file, &header, header.count) == header.count ? ELFKind(header) : nil
  }()

  private static let machines: [UInt16: String] = [
    3: "i386", 8: "mips", 20: "ppc", 21: "ppc64", 22: "s390x", 40: "arm", 62: "x86-64",
    183: "aarch64", 243: "riscv",
  ]

  var description: String {
    let name = Self.machines[machine] ?? "machine \(machine)"
    let order = byteOrder == UInt8(ELFDATA2MSB) ? "big" : "little"
    return "\(name), \(elfClass == UInt8(ELFCLASS64) ? 64 : 32)-bit, \(order)-endian"
  }
}
