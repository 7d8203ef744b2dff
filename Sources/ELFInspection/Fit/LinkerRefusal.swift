// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

extension LoadableFile {
  /// The reason for which glibc's dynamic linker refuses to open the file before it
  /// reads symbols.
  ///
  /// The texts and their order are glibc's (`elf/dl-load.c`).
  var linkerRefusal: PluginRefusal? {
    (headerProblem ?? segmentProblem).map { .notLoaded(name, "\(name): \($0)") }
  }

  private static let pageByteCount: UInt64 = 4096
  private static let (program, sharedObject): (UInt16, UInt16) = (2, 3)

  private var headerProblem: String? {
    let (osABI, abiVersion) = (header[7], header[8])
    if header[6] != 1 { return "ELF file version ident does not match current one" }
    // ELFOSABI_SYSV and ELFOSABI_GNU.
    if osABI != 0, osABI != 3 { return "ELF file OS ABI invalid" }
    // Only GNU's has versions.
    if abiVersion != 0, osABI == 0 || abiVersion >= 4 { return "ELF file ABI version invalid" }
    if header[9..<16].contains(where: { $0 != 0 }) { return "nonzero padding in e_ident" }
    if header.u32(20) != 1 { return "ELF file version does not match current one" }
    let type = header.u16(16)
    if type != Self.program, type != Self.sharedObject {
      return "only ET_DYN and ET_EXEC can be loaded"
    }
    if header.u16(54) != 56 { return "ELF file's phentsize not the expected size" }
    return nil
  }

  private var segmentProblem: String? {
    let loaded = segments.filter { $0.type == Segment.load }
    if loaded.contains(where: { ($0.virtualAddress &- $0.offset) % Self.pageByteCount != 0 }) {
      return "ELF load command address/offset not page-aligned"
    }
    if loaded.isEmpty { return "object file has no loadable segments" }
    if header.u16(16) == Self.program { return "cannot dynamically load executable" }
    guard segments.contains(where: { $0.type == Segment.dynamic && $0.fileByteCount > 0 }) else {
      return "object file has no dynamic section"
    }
    if dynamic.isProgram { return "cannot dynamically load position-independent executable" }
    if dynamic.isNotForOpening { return "shared object cannot be dlopen()ed" }
    return nil
  }
}
