// SPDX-License-Identifier: Apache-2.0

import CGraftLoader
import Glibc

/// What happens, on standard error, if `GRAFT_TRACE` asks for it: `load`, `resolve`,
/// or both with a comma.
///
/// A value of it holds what was noted under the registry's lock: standard error can be a
/// pipe that is full, or a terminal that is stopped, and only who writes is to wait.
struct Trace {
  enum Topic: String, CaseIterable {
    case load
    case resolve
  }

  private static let topics = Set(Environment.list("GRAFT_TRACE").compactMap { Topic("\($0)") })

  static func isOn(_ topic: Topic) -> Bool { topics.contains(topic) }

  /// - Parameter line: one line, whatever is in the names that it tells.
  static func load(_ line: () -> String) {
    if isOn(.load) { write(.load, line().escapingControls) }
  }

  /// - Parameter text: lines, with the names in them escaped.
  static func resolve(_ text: () -> String) {
    if isOn(.resolve) { write(.resolve, text()) }
  }

  private static func write(_ topic: Topic, _ text: String) {
    StandardError.write("graft: \(topic.rawValue): \(text)\n")
  }

  // MARK: Variables

  private static let hasComplained = SharedWord(allocated: 0)

  /// Says once what is wrong with the values of variables.
  private static func complain() {
    guard hasComplained.loadRelaxed() == 0, hasComplained.exchange(1) == 0 else { return }
    let unknown = Environment.list("GRAFT_TRACE").filter { Topic("\($0)") == nil }.map {
      "GRAFT_TRACE: \($0) is no topic: there are load and resolve"
    }
    for complaint in unknown + [Strictness.complaint].compactMap(\.self) {
      StandardError.write("graft: \(complaint.escapingControls)\n")
    }
  }

  // MARK: Under the registry's lock

  /// Each of one line or more, which are escaped.
  private var noted: [String] = []

  private mutating func note(_ lines: [String]) {
    noted.append(lines.map(\.escapingControls).joined(separator: "\n"))
  }

  /// What an image brought, and what was skipped of it.
  mutating func noteArrival(of entry: ImageTable.Entry) {
    guard Self.isOn(.load) else { return }
    let count = entry.loaded.recordCount
    let head = "\(entry.image.path): \(count) descriptors, \(entry.state.rawValue)"
    note([head] + entry.loaded.flaws.map { "  skipped: \($0)" })
  }

  mutating func noteState(of entry: ImageTable.Entry) {
    guard Self.isOn(.load) else { return }
    note(["\(entry.image.path): \(entry.state.rawValue), a build of \(entry.image.identity)"])
  }

  mutating func note(_ lookalike: ImageArrival.Lookalike) {
    if Self.isOn(.load) { note(["\(lookalike)"]) }
  }

  /// What was noted so far, to be written when the lock is open.
  mutating func take() -> Trace {
    defer { noted = [] }
    return self
  }

  func write() {
    Self.complain()
    for text in noted { Self.write(.load, text) }
  }
}

extension Trace.Topic {
  fileprivate init?(_ text: String) { self.init(rawValue: text) }
}
