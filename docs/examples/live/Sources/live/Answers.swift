// SPDX-License-Identifier: Apache-2.0

/// The answers of the server, and how many there were.
struct Answers {
  private(set) var count = 0

  mutating func next(to peer: String) -> String {
    count += 1
    return "tick \(count) of edit \(edit) to \(peer)"
  }

  // `run` edits this line.
  private var edit: Int { 0 }
}
