// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The folders in which the dynamic linker searches for libraries, beside those that files name.
enum LibraryFolders {
  /// The folders of LD_LIBRARY_PATH, as it is for this process.
  static let ofEnvironment: [Path] = {
    let list = getenv("LD_LIBRARY_PATH").map { String(cString: $0) } ?? ""
    return list.split(omittingEmptySubsequences: list.isEmpty) { $0 == ":" || $0 == ";" }
      .map { Path($0.isEmpty ? "." : String($0)) }
  }()

  /// The folders of `/etc/ld.so.conf`, then those of the linker itself, as Debian and others
  /// have them.
  static let ofSystem: [Path] = {
    let machines = ["x86_64-linux-gnu", "aarch64-linux-gnu"].filter { Path("/lib/\($0)").exists }
    let own = machines.flatMap { ["/lib/\($0)", "/usr/lib/\($0)"] }
    return (configured(by: "/etc/ld.so.conf") + own + ["/lib64", "/usr/lib64", "/lib", "/usr/lib"])
      .map { Path($0) }
  }()

  /// - Parameter depth: how many files may still include others.
  private static func configured(by file: String, depth: Int = 8) -> [String] {
    guard depth > 0, let input = try? InputFile(opening: Path(file)),
      let bytes = try? input.bytes(at: 0, count: Int(clamping: input.byteCount))
    else { return [] }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    return lines.flatMap { line -> [String] in
      let words = line.prefix { $0 != "#" }.split { $0 == " " || $0 == "\t" }.map(String.init)
      if words.first == "include" {
        return words.dropFirst().flatMap(files(matching:)).flatMap { name in
          configured(by: name, depth: depth - 1)
        }
      }
      return words.filter { $0.hasPrefix("/") }
    }
  }

  private static func files(matching pattern: String) -> [String] {
    var matches = glob_t()
    defer { globfree(&matches) }
    guard glob(pattern.hasPrefix("/") ? pattern : "/etc/" + pattern, 0, nil, &matches) == 0 else {
      return []
    }
    return (0..<Int(matches.gl_pathc)).compactMap { index in
      matches.gl_pathv[index].map { String(cString: $0) }
    }
  }
}
