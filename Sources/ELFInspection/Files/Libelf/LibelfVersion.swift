// SPDX-License-Identifier: Apache-2.0

internal import CInspection
internal import CLibelf
import CLibrary

/// The version of libelf in use.
public enum LibelfVersion {
  /// The version of the loaded library, which may differ from the one at build time.
  ///
  /// It is read from the file name: `libelf.so.1` is a link to `libelf-0.188.so`.
  public static var text: String {
    let path = inspection_file_of_symbol("elf_begin").map { String(cString: $0) } ?? ""
    guard let resolved = realpath(path, nil) else { return "of unknown version" }
    defer { free(resolved) }
    // `split` would make start-up 3 per cent slower.
    let slash = strrchr(resolved, Int32(UInt8(ascii: "/")))
    let name = String(cString: slash.map { $0 + 1 } ?? resolved)
    guard name.hasPrefix("libelf-"), name.hasSuffix(".so") else { return name }
    return String(name.dropFirst("libelf-".count).dropLast(".so".count))
  }
}
