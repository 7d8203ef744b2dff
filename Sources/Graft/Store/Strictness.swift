// SPDX-License-Identifier: Apache-2.0

/// `GRAFT_STRICT=1` makes a conflict fatal at the first call.
enum Strictness {
  static let isStrict = Environment.value("GRAFT_STRICT") == "1"

  static func stopAtConflict(_ chains: ResolvedChains) {
    guard let conflict = chains.conflicts.first else { return }
    fatalError("Graft: GRAFT_STRICT=1: \(conflict)")
  }

  /// What is wrong with the variable's value.
  static var complaint: String? {
    let value = Environment.value("GRAFT_STRICT") ?? ""
    if ["", "0", "1"].contains(value) { return nil }
    return "GRAFT_STRICT=\(value) is neither 1 nor 0: conflicts do not end the process"
  }
}
