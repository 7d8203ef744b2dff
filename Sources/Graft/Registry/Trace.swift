// SPDX-License-Identifier: Apache-2.0

import Glibc

/// What happens, on standard error, if `GRAFT_TRACE` asks for it: `load`, `resolve`,
/// or both with a comma.
enum Trace {
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

  /// What an image brought, and what was skipped of it.
  static func arrival(of entry: ImageTable.Entry) -> String {
    let count = entry.loaded.recordCount
    let head = "\(entry.image.path): \(count) descriptors, \(entry.state.rawValue)"
    return ([head] + entry.loaded.flaws.map { "  skipped: \($0)" }).joined(separator: "\n")
  }

  static func state(of entry: ImageTable.Entry) -> String {
    "\(entry.image.path): \(entry.state.rawValue), a build of \(entry.image.identity)"
  }
}
