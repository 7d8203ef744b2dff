// SPDX-License-Identifier: Apache-2.0

/// The reasons why a saved file does not run.
struct Held {
  let reasons: [String]
  /// Whether the compiler gave them, so that only other saves can change them.
  let isByCompiler: Bool
}

/// The sources of a running program: for each file what runs, what was saved last,
/// and why that does not run.
struct LiveSources {
  let built: ProgramSources
  private(set) var running: ProgramSources
  private(set) var saved: ProgramSources
  /// The saved files that wait, by path.
  private(set) var held: [String: Held] = [:]
  /// The files that were rolled back and not saved since.
  private(set) var rolledBack: Set<String> = []
  /// The versions that ran before, the oldest first.
  private var earlier: [ProgramSources] = []

  init(built: ProgramSources) {
    self.built = built
    running = built
    saved = built
  }

  /// Reads files that were saved.
  ///
  /// - Returns: those whose text differs, and those that were rolled back or held.
  mutating func save(_ paths: some Sequence<String>) -> Set<String> {
    var changed: Set<String> = []
    for path in paths {
      let before = saved.files[path]
      saved.read(path)
      let wasRolledBack = rolledBack.remove(path) != nil
      if saved.files[path] != before || wasRolledBack || held[path] != nil { changed.insert(path) }
    }
    return changed
  }

  /// The sources that would run with some files as they were saved.
  func taking(_ paths: Set<String>) -> ProgramSources {
    var target = running
    target.take(paths, from: saved)
    return target
  }

  mutating func hold(_ path: String, because reasons: Held) {
    held[path] = saved.files[path] == running.files[path] ? nil : reasons
  }

  /// Records that some files run as they were saved.
  ///
  /// - Parameter isNew: whether it can be rolled back.
  mutating func take(_ paths: Set<String>, isNew: Bool) {
    if isNew { earlier.append(running) }
    running = taking(paths)
    for path in paths { held[path] = nil }
  }

  /// The sources to roll back to; nil if the program runs as it was built.
  var previous: ProgramSources? { earlier.last }

  /// Records that the previous sources run again.
  mutating func rollBack() {
    guard let previous = earlier.popLast() else { return }
    rolledBack.formUnion(previous.changes(from: running))
    running = previous
    rolledBack = rolledBack.filter { saved.files[$0] != previous.files[$0] }
  }
}
