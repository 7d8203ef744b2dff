// SPDX-License-Identifier: Apache-2.0

import Glibc

/// What happens, on standard error, if `GRAFT_TRACE` asks for it: `load`, `resolve`,
/// or both with a comma.
///
/// A value of it holds what was noted under the registry's lock: standard error can be a
/// pipe that is full, or a terminal that is stopped, and only who writes is to wait.
struct Trace {
  private static let topics: Set<Substring> = {
    guard let topics = getenv("GRAFT_TRACE") else { return [] }
    return Set(String(cString: topics).split(separator: ","))
  }()

  static func load(_ text: () -> String) { print("load", text) }
  static func resolve(_ text: () -> String) { print("resolve", text) }

  private static func print(_ topic: Substring, _ text: () -> String) {
    guard topics.contains(topic) else { return }
    StandardError.write("graft: \(topic): \(text())\n")
  }

  // MARK: Under the registry's lock

  private var noted: [String] = []

  /// What an image brought, and what was skipped of it.
  mutating func noteArrival(of entry: ImageTable.Entry) {
    guard Self.topics.contains("load") else { return }
    let count = entry.loaded.recordCount
    let head = "\(entry.image.path): \(count) descriptors, \(entry.state.rawValue)"
    let lines = [head] + entry.loaded.flaws.map { "  skipped: \($0)" }
    noted.append(lines.joined(separator: "\n"))
  }

  mutating func noteState(of entry: ImageTable.Entry) {
    guard Self.topics.contains("load") else { return }
    noted.append("\(entry.image.path): \(entry.state.rawValue), a build of \(entry.image.identity)")
  }

  /// What was noted so far, to be written when the lock is open.
  mutating func take() -> Trace {
    defer { noted = [] }
    return self
  }

  func write() {
    for text in noted { Self.load { text } }
  }
}
