// SPDX-License-Identifier: Apache-2.0

/// What a tick prints, and what is edited.
struct Answers {
  private(set) var count = 0

  mutating func next(of peer: String) -> String {
    count += 1
    return "tick \(count) of \(edit):\(peer)"
  }

  private var edit: Int { 0 }
}
