// SPDX-License-Identifier: Apache-2.0

import CGraftLoader

/// Environment variables of Graft.
///
/// A process with more rights than its caller, such as a setuid program, reads
/// none.
enum Environment {
  static func value(_ name: String) -> String? {
    graft_environment(name).map { String(cString: $0) }
  }

  /// The items of a comma-separated list, without surrounding spaces.
  static func list(_ text: String) -> [Substring] {
    text.split(separator: ",").map { item in
      let start = item.drop { $0 == " " }
      return start.dropLast(start.reversed().prefix { $0 == " " }.count)
    }.filter { !$0.isEmpty }
  }
}
