// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Extensions that do not count, by name.
enum Blocking {
  /// `GRAFT_BLOCK`: names as `Module.Name`, separated by commas.
  static var ofEnvironment: Set<String> {
    guard let names = getenv("GRAFT_BLOCK") else { return [] }
    return Set(String(cString: names).split(separator: ",").map(String.init))
  }
}
