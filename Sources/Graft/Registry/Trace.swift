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

  static func write(_ line: String) { StandardError.write(line + "\n") }

  private static func line(_ text: String) -> String {
    "graft: load: " + text.escapingControls
  }

  /// An image that the loader has entered, and its skipped records.
  static func entered(_ entry: ImageTable.Entry) -> String {
    let (image, state) = (entry.image, entry.state.rawValue)
    let (count, skipped) = (entry.loaded.recordCount, entry.loaded.flaws.map(\.description))
    if isJSON {
      let object: JSON = [
        "event": .string("entered"), "image": image.json, "state": .string(state),
        "descriptors": .number(count), "skipped": .array(skipped.map { .string($0) }),
      ]
      return object.description
    }
    return
      ([line("\(image.path): \(count.counted("descriptor")), \(state)")]
      + skipped.map { "  skipped: \($0.escapingControls)" }).joined(separator: "\n")
  }

  /// The line for a change; nil for changes that text leaves out.
  static func change(_ change: RegistryChange) -> String? {
    if isJSON { return change.json.description }
    func state(_ image: ExtensionImage, _ state: ImageState) -> String {
      line("\(image.path): \(state.rawValue), a build of \(image.identity)")
    }
    return switch change {
    case .arrived(let image), .reinstated(let image): state(image, .active)
    case .withdrawn(let image): state(image, .withdrawn)
    case .superseded(let image, _): state(image, .superseded)
    case .rolledBack(let image): state(image, .rolledBack)
    case .refused(_, let error): line("refused: \(error)")
    case .answered, .lost: nil
    }
  }

  /// A name that matches nothing.
  static func unmatched(_ name: UnmatchedName, _ when: String) -> String {
    guard isJSON else { return line("unmatched \(when): \(name)") }
    let object: JSON = [
      "event": .string("unmatched"), "when": .string(when), "name": name.json,
    ]
    return object.description
  }

  static func resolved(_ resolution: ExtensionResolution) -> String {
    // The names in the text are escaped.
    guard isJSON else { return "graft: resolve: \(resolution)" }
    let object: JSON = ["event": .string("resolved"), "resolution": resolution.json]
    return object.description
  }

  // MARK: Variables

  private static let hasComplained = SharedWord(allocated: 0)

  /// Reports wrong values of variables, once.
  static func complain() {
    guard hasComplained.loadRelaxed() == 0, hasComplained.exchange(1) == 0 else { return }
    for word in words where Topic(rawValue: String(word)) == nil {
      write("graft: GRAFT_TRACE: \(word) is no topic: there are load and resolve".escapingControls)
    }
    let strict = Environment.value("GRAFT_STRICT") ?? ""
    if !["", "0", "1"].contains(strict) {
      write(
        "graft: GRAFT_STRICT=\(strict) is neither 1 nor 0: conflicts do not end the process"
          .escapingControls)
    }
  }
}
