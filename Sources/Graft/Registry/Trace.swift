// SPDX-License-Identifier: Apache-2.0

/// What happens, on standard error, if `GRAFT_TRACE` asks for it: `load`, `resolve`, or both with
/// a comma. Behind `json:` each event is an object on a line of its own.
enum Trace {
  enum Topic: String {
    case load
    case resolve
  }

  enum Event {
    /// The loader has entered an image.
    case entered(ImageTable.Entry)
    case change(RegistryChange)
    /// A name that something asked for, and that nothing has.
    case unmatched(UnmatchedName, when: String)
    /// A subject was resolved.
    case resolved(ExtensionResolution)
  }

  private static let variable = Environment.value("GRAFT_TRACE") ?? ""
  private static let jsonMark = "json:"
  private static let isJSON = variable.hasPrefix(jsonMark)
  private static let words = Environment.list(
    isJSON ? String(variable.dropFirst(jsonMark.count)) : variable)
  private static let topics = Set(words.compactMap { Topic(rawValue: String($0)) })

  static func isOn(_ topic: Topic) -> Bool { topics.contains(topic) }

  static func resolve(_ resolution: () -> ExtensionResolution) {
    if isOn(.resolve) { write(.resolved(resolution())) }
  }

  static func write(_ event: Event) {
    // An object has all that is told, a line what is not told otherwise.
    guard !isJSON else { return StandardError.write("\(event.json)\n") }
    guard let text = event.text else { return }
    StandardError.write("graft: \(event.topic.rawValue): \(text)\n")
  }

  private static let hasComplained = SharedWord(allocated: 0)

  /// Says once what is wrong with the values of variables.
  static func complain() {
    guard hasComplained.loadRelaxed() == 0, hasComplained.exchange(1) == 0 else { return }
    var complaints = words.filter { Topic(rawValue: String($0)) == nil }.map {
      "GRAFT_TRACE: \($0) is no topic: there are load and resolve"
    }
    let strict = Environment.value("GRAFT_STRICT") ?? ""
    if !["", "0", "1"].contains(strict) {
      complaints.append(
        "GRAFT_STRICT=\(strict) is neither 1 nor 0: conflicts do not end the process")
    }
    for complaint in complaints {
      StandardError.write("graft: \(complaint.escapingControls)\n")
    }
  }
}

extension Trace.Event {
  fileprivate var topic: Trace.Topic { if case .resolved = self { .resolve } else { .load } }

  /// Lines in which control characters are escaped; nil for what a line does not tell.
  fileprivate var text: String? {
    func state(_ image: ExtensionImage, _ state: ImageState) -> String {
      "\(image.path): \(state.rawValue), a build of \(image.identity)".escapingControls
    }
    switch self {
    case .entered(let entry):
      let head =
        "\(entry.image.path): \(entry.loaded.recordCount) descriptors, \(entry.state.rawValue)"
      return ([head] + entry.loaded.flaws.map { "  skipped: \($0)" }).map(\.escapingControls)
        .joined(separator: "\n")
    case .change(.arrived(let image)), .change(.reinstated(let image)): return state(image, .active)
    case .change(.withdrawn(let image)): return state(image, .withdrawn)
    case .change(.superseded(let image, _)): return state(image, .superseded)
    case .change(.rolledBack(let image)): return state(image, .rolledBack)
    case .change(.refused(_, let error)): return "refused: \(error)".escapingControls
    case .change(.answered), .change(.lost): return nil
    case .unmatched(let name, let when): return "unmatched \(when): \(name)".escapingControls
    case .resolved(let resolution): return resolution.description
    }
  }

  fileprivate var json: JSON {
    switch self {
    case .entered(let entry):
      [
        "event": .string("entered"), "image": entry.image.json,
        "state": .string(entry.state.rawValue),
        "descriptors": .number(entry.loaded.recordCount),
        "skipped": .array(entry.loaded.flaws.map { .string("\($0)") }),
      ]
    case .change(let change): change.json
    case .unmatched(let name, let when):
      ["event": .string("unmatched"), "when": .string(when), "name": name.json]
    case .resolved(let resolution):
      ["event": .string("resolved"), "resolution": resolution.json]
    }
  }
}
