// SPDX-License-Identifier: Apache-2.0

import GraftDescriptors

/// Images and their states.
extension RegistryStore {
  var images: [ExtensionImage] {
    withState { state in
      state.images.entries.filter { $0.state != .refused && $0.state != .staged }.map(\.image)
    }
  }

  func image(_ number: Int) -> ExtensionImage {
    withState { $0.images[number].image }
  }

  func state(of image: ExtensionImage) -> ImageState {
    withState { $0.images[image.number].state }
  }

  /// Why an image makes way for no newer build; nil if it would for one of its identity.
  func reasonToStay(of image: ExtensionImage) -> ImageArrival.Lookalike.Reason? {
    withState { $0.images.reasonToStay(image.number) }
  }

  func generations(of identity: String) -> [ExtensionImage] {
    withState { state in
      (state.images.generations[identity] ?? []).map { state.images[$0].image }
    }
  }

  func flaws(of number: Int) -> [DescriptorFlaw] {
    withState { $0.images[number].loaded.flaws }
  }

  /// In the order of arrival, and of the sections.
  var registeredExtensions: [RegisteredExtension] {
    images.flatMap { registeredExtensions(of: $0) }
  }

  func registeredExtensions(of image: ExtensionImage) -> [RegisteredExtension] {
    withState { state in
      let entry = state.images[image.number]
      return (0..<entry.loaded.recordCount).map(entry.registered)
    }
  }

  func registered(_ id: RecordID) -> RegisteredExtension {
    withState { state in state.index.record(id, of: state.images).registered }
  }

  func records(of number: Int) -> [ExtensionRecord] {
    withState { state in
      (0..<state.images[number].loaded.recordCount).map {
        state.index.record(
          RecordID(image: UInt32(number), index: UInt32($0)), of: state.images)
      }
    }
  }

  // MARK: Changing what counts

  /// - Parameter countVersion: what the change was judged by; nil where that does not matter.
  func apply(
    _ transition: ImageState.Transition, to number: Int, judgedBy countVersion: UInt64? = nil
  ) -> Attempt<[ImageArrival.Change]> {
    var ended: [Int] = []
    let attempt = attempt(judgedBy: countVersion) { state in
      guard let changed = state.images.apply(transition, to: number) else { return nil }
      for number in changed { state.trace.noteState(of: state.images[number]) }
      state.noteStates(of: changed)
      ended = state.endLifecycles(of: changed)
      return Self.affected(by: changed, state)
    }
    tellWithdrawn(ended)
    return attempt
  }

  /// Lets images count that `load` has judged.
  ///
  /// - Parameter countVersion: what they were judged by; nil where that does not matter.
  /// - Returns: nil if something else counts by now.
  func accept(
    _ opened: OpenedImages, judgedBy countVersion: UInt64?
  ) -> (changes: [ImageArrival.Change], lookalikes: [ImageArrival.Lookalike])? {
    if opened.judged.isEmpty && !opened.isNew { return ([], []) }
    var lookalikes: [ImageArrival.Lookalike] = []
    var ended: [Int] = []
    let changes = change { state in
      if let countVersion, countVersion != state.countVersion { return nil }
      let changed = state.images.accept(opened)
      lookalikes = state.images.lookalikes(of: opened)
      // They name their images, with the identity; of those that made way nothing is kept.
      for number in opened.judged + changed {
        state.index.forget(recordsOf: number, count: state.images[number].loaded.recordCount)
      }
      for number in changed { state.trace.noteState(of: state.images[number]) }
      state.noteStates(of: changed, accepted: opened.judged)
      ended = state.endLifecycles(of: changed)
      for lookalike in lookalikes { state.trace.note(lookalike) }
      return Self.affected(by: changed, state)
    }
    tellWithdrawn(ended)
    return changes.map { ($0, lookalikes) }
  }

  /// Images that were staged will not count. Nothing was published of them.
  func refuse(_ opened: OpenedImages) {
    withState { state in
      for number in opened.judged { _ = state.images.apply(.refuse, to: number) }
      state.prepared = PreparedChains()
      state.images.refused[opened.programHeaders] = opened.judged
    }
  }

  /// Takes an extension of this name out, in any image.
  func block(_ name: String) -> [ImageArrival.Change] {
    change { state in
      state.blocked.insert(name).inserted ? state.affected(byExtensionsNamed: name) : nil
    } ?? []
  }

  /// Puts it back.
  func unblock(_ name: String, judgedBy countVersion: UInt64?) -> Attempt<[ImageArrival.Change]> {
    attempt(judgedBy: countVersion) { state in
      state.blocked.remove(name) == nil ? nil : state.affected(byExtensionsNamed: name)
    }
  }

  var blocked: Set<String> { withState { $0.blocked } }

  /// What a change of these images' states affects.
  static func affected(by numbers: [Int], _ state: State) -> Affected {
    var names: Set<String> = []
    for number in numbers {
      for run in state.images[number].loaded.recordRuns {
        if run.kind == .pointcut { return .all }
        names.insert(ExtensionDescriptor.unqualified(protocolName: run.protocolName))
      }
    }
    return .protocols(names)
  }

  // MARK: Looking at what was opened

  /// What `dlopen` brought.
  ///
  /// - Parameter isNew: whether any image came with it.
  func opened(_ handle: DynamicLinker.Handle, identity: String?, isNew: Bool) -> OpenedImages {
    // As a rule there are none of those whose state this decides.
    var needed: Set<UInt>?
    while true {
      let found = withState { state in
        opened(handle, needing: needed, identity: identity, isNew: isNew, state)
      }
      if let found { return found }
      needed = handle.neededImages
    }
  }

  /// - Parameter needed: the images that the opened one needs, if that is known.
  /// - Returns: nil if it has to be.
  private func opened(
    _ handle: DynamicLinker.Handle, needing needed: Set<UInt>?, identity: String?, isNew: Bool,
    _ state: State
  ) -> OpenedImages? {
    let programHeaders = handle.programHeaders
    let main = state.images.number(ofFile: programHeaders)
    let refusedBefore = state.images.refused[programHeaders] ?? []
    var others: [Int] = []
    for number in state.images.undecided where number != main {
      let entry = state.images[number]
      let cameWithIt =
        entry.state == .staged
        ? entry.loaded.stagingToken == handle.stagingToken : refusedBefore.contains(number)
      if cameWithIt {
        others.append(number)
        continue
      }
      // It came with another image, which was refused or may still be.
      guard let needed else { return nil }
      if !entry.image.isExecutable, needed.contains(entry.loaded.programHeaders) {
        others.append(number)
      }
    }
    let isJudged = main.map { state.images[$0].state != .active } ?? false
    return OpenedImages(
      programHeaders: programHeaders, main: main, judged: (isJudged ? [main!] : []) + others,
      identity: identity, isNew: isNew, countVersion: state.countVersion)
  }
}
