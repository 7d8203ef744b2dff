// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The C program that the command is held against. The C compiler builds it:
/// SwiftPM would link the Swift libraries into it.
enum Rival {
  /// Beside this program; nil if it can't be built.
  static var built: String? {
    let path = ownFolder + "/inspection-rival"
    let file = #filePath
    let folder = String(file[..<(file.lastIndex(of: "/") ?? file.startIndex)]) + "/rival/"
    let sources = ["main.c", "list.c", "dump.c"].map { folder + $0 }
    guard Measurement(["cc", "-O2", "-o", path] + sources + ["-lelf"]) != nil else { return nil }
    return path
  }
}
