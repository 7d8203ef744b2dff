// SPDX-License-Identifier: Apache-2.0

import Glibc

/// `GRAFT_STRICT=1` makes a conflict fatal at the first call.
enum Strictness {
  static let isStrict = getenv("GRAFT_STRICT").map { String(cString: $0) } == "1"

  static func stopAtConflict(_ chains: ResolvedChains) {
    guard let conflict = chains.conflicts.first else { return }
    fatalError("Graft: GRAFT_STRICT=1: \(conflict)")
  }
}
