// SPDX-License-Identifier: Apache-2.0

import GraftDescriptors

/// Writes events to standard error if `GRAFT_TRACE` lists their topics: `load`,
/// `resolve`, or both with a comma.
///
/// After `json:` each event is an object on its own line, else text.
///
/// Lines are made when an event happens, and written without a lock: standard error
/// can be a full pipe.
enum Trace {
  enum Topic: String {
    case load
    case resolve
  }

  private static let variable = Environment.value("GRAFT_TRACE") ?? ""
  private static let isJSON = variable.hasPrefix("json:")
  private static let words = Environment.list(
    isJSON ? String(variable.drop { $0 != ":" }.dropFirst()) : variable)

  static func isOn(_ topic: Topic) -> Bool { words.contains { $0 == topic.rawValue } }

  /// The text of an event; nil if it is not traced.
  static func text(of event: Event.Row) -> String? {
    guard let topic = event.topic, isOn(topic) else { return nil }
    if isJSON { return event.json().description }
    return event.line().map { "graft: \(topic.rawValue): \($0)" }
  }

  /// Writes an event if it is traced: no lock may be held.
  static func tell(_ event: Event) {
    if let text = text(of: event.row) { write(text) }
  }

  static func write(_ line: String) { StandardError.write(line + "\n") }

  // MARK: Variables

  private static let hasComplained = SharedWord(allocated: 0)

  /// Reports wrong values of variables, once.
  static func complain() {
    guard hasComplained.loadRelaxed() == 0, hasComplained.exchange(1) == 0 else { return }
    for word in words where Topic(rawValue: String(word)) == nil {
      write("graft: GRAFT_TRACE: \(word) is no topic: there are load and resolve".escapingControls)
    }
    if isJSON && words.isEmpty {
      write("graft: GRAFT_TRACE=json: names no topic: write json:load,resolve")
    }
    let strict = Environment.value("GRAFT_STRICT") ?? ""
    if !["", "0", "1"].contains(strict) {
      write(
        "graft: GRAFT_STRICT=\(strict) is neither 1 nor 0: conflicts do not end the process"
          .escapingControls)
    }
  }
}
