// SPDX-License-Identifier: Apache-2.0

import CGraftLoader

/// The variables that change what Graft does. A process that has more rights than who
/// started it, as a setuid program has, reads none of them.
enum Environment {
  static func value(_ name: String) -> String? {
    graft_environment(name).map { String(cString: $0) }
  }

  /// What a text lists with commas, without the spaces around each.
  static func list(_ text: String) -> [Substring] {
    text.split(separator: ",").map { item in
      let start = item.drop { $0 == " " }
      return start.dropLast(start.reversed().prefix { $0 == " " }.count)
    }.filter { !$0.isEmpty }
  }
}
