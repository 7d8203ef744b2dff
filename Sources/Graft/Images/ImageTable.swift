// SPDX-License-Identifier: Apache-2.0

/// The images that the registry has taken in, with their states.
struct ImageTable {
  struct Entry {
    let loaded: LoadedImage
    var image: ExtensionImage
    var state: ImageState
  }

  private(set) var entries: [Entry] = []
  /// For each identity its builds in the order in which they were accepted.
  private(set) var generations: [String: [Int]] = [:]

  subscript(number: Int) -> Entry { entries[number] }

  /// - Returns: the image's number.
  mutating func add(_ loaded: LoadedImage) -> Int {
    let number = entries.count
    let image = ExtensionImage(loaded, number: number)
    let isStaged = loaded.stagingToken != 0
    entries.append(Entry(loaded: loaded, image: image, state: isStaged ? .staged : .active))
    if !isStaged { generations[image.identity, default: []].append(number) }
    return number
  }

  /// Why the extensions of an image do not count; nil if they do.
  func exclusion(_ number: Int) -> ExclusionReason? {
    switch entries[number].state {
    case .active: nil
    case .withdrawn: .withdrawn
    case .superseded: .superseded(by: successor(of: number)?.path ?? "")
    case .rolledBack: .rolledBack
    case .staged, .refused: .refused
    }
  }

  private func successor(of number: Int) -> ExtensionImage? {
    let builds = generations[entries[number].image.identity] ?? []
    return builds.last { entries[$0].state == .active }.map { entries[$0].image }
  }

  /// Changes a state, and those that follow from it.
  ///
  /// - Returns: the numbers of all images whose state has changed; nil if the
  ///   transition is not possible.
  mutating func apply(_ transition: ImageState.Transition, to number: Int) -> [Int]? {
    guard let state = entries[number].state.after(transition) else { return nil }
    let identity = entries[number].image.identity
    var changed = entries[number].state == state ? [] : [number]
    entries[number].state = state
    switch transition {
    case .accept:
      let older = (generations[identity] ?? []).filter { $0 != number }
      generations[identity] = older + [number]
      for build in older {
        guard let superseded = entries[build].state.after(.supersede) else { continue }
        entries[build].state = superseded
        changed.append(build)
      }
    case .rollBack:
      let builds = generations[identity] ?? []
      let earlier = builds.prefix { $0 != number }
      // Only the build before it: one that was opened with dlopen superseded nothing.
      if let previous = earlier.last(where: { entries[$0].state != .rolledBack }) {
        changed += apply(.restore, to: previous) ?? []
      }
    default: break
    }
    return changed
  }

  /// Lets images count that were opened, and what they supersede not any more.
  ///
  /// - Returns: the numbers of all images whose state has changed.
  mutating func accept(_ opened: OpenedImages) -> [Int] {
    var changed: [Int] = []
    if let identity = opened.identity, let main = opened.main, opened.judged.contains(main) {
      changed = setIdentity(identity, of: main)
    }
    return changed + opened.judged.flatMap { apply(.accept, to: $0) ?? [] }
  }

  /// - Returns: the number of the build that it had superseded under its old identity,
  ///   which counts again.
  private mutating func setIdentity(_ identity: String, of number: Int) -> [Int] {
    let old = entries[number].image.identity
    guard identity != old else { return [] }
    generations[old]?.removeAll { $0 == number }
    entries[number].image = ExtensionImage(
      entries[number].loaded, number: number, identity: identity)
    let others = generations[old] ?? []
    guard !others.contains(where: { entries[$0].state == .active }),
      let previous = others.last(where: { entries[$0].state == .superseded })
    else { return [] }
    return apply(.restore, to: previous) ?? []
  }
}
