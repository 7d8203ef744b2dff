// SPDX-License-Identifier: Apache-2.0

internal import CInspection
internal import CLibelf
import Glibc

/// Which libelf does the reading.
public enum LibelfVersion {
  /// Of the library that the process has, which need not be the one that it was built with:
  /// its file is `libelf-0.188.so`, of which `libelf.so.1` is another name.
  public static var text: String {
    let path = inspection_file_of_symbol("elf_begin").map { String(cString: $0) } ?? ""
    guard let resolved = realpath(path, nil) else { return "of unknown version" }
    defer { free(resolved) }
    // Not by `split`: the start of the process would be 3 per cent longer.
    let slash = strrchr(resolved, Int32(UInt8(ascii: "/")))
    let name = String(cString: slash.map { $0 + 1 } ?? resolved)
    guard name.hasPrefix("libelf-"), name.hasSuffix(".so") else { return name }
    return String(name.dropFirst("libelf-".count).dropLast(".so".count))
  }
}
