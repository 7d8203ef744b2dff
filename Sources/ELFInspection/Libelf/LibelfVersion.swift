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
    let name = String(cString: resolved).split(separator: "/").last ?? ""
    guard name.hasPrefix("libelf-"), name.hasSuffix(".so") else { return String(name) }
    return String(name.dropFirst("libelf-".count).dropLast(".so".count))
  }
}
