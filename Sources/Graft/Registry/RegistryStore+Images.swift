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
      return (0..<entry.loaded.recordCount).map { registered(entry, $0) }
    }
  }

  func records(of number: Int) -> [Record] {
    withState { state in
      (0..<state.images[number].loaded.recordCount).map {
        record(RecordID(image: UInt32(number), index: UInt32($0)), &state)
      }
    }
  }

  // MARK: Changing what counts

  /// - Returns: nil if the transition is not possible in the image's state.
  func apply(_ transition: ImageState.Transition, to number: Int) -> [ImageArrival.Change]? {
    change { state in
      guard let changed = state.images.apply(transition, to: number) else { return nil }
      for number in changed { state.trace.noteState(of: state.images[number]) }
      return Self.affected(by: changed, state)
    }
  }

  /// Lets images count that `load` has judged.
  ///
  /// - Parameter countVersion: what they were judged by; nil where that does not matter.
  /// - Returns: nil if something else counts by now.
  func accept(
    _ opened: OpenedImages, judgedBy countVersion: UInt64?
  ) -> [ImageArrival.Change]? {
    if opened.judged.isEmpty && !opened.isNew { return [] }
    return change { state in
      if let countVersion, countVersion != state.countVersion { return nil }
      let changed = state.images.accept(opened)
      // They name their images, with the identity.
      for number in opened.judged {
        for index in 0..<state.images[number].loaded.recordCount {
          state.records[RecordID(image: UInt32(number), index: UInt32(index))] = nil
        }
      }
      for number in changed { state.trace.noteState(of: state.images[number]) }
      // A new image can bring conformances too, with and without descriptors.
      return opened.isNew ? .all : Self.affected(by: changed, state)
    }
  }

  /// Images that were staged will not count. Nothing was published of them.
  func refuse(_ opened: OpenedImages) {
    withState { state in
      for number in opened.judged { _ = state.images.apply(.refuse, to: number) }
      state.refused[opened.loadBias] = opened.judged
    }
  }

  /// Whether an extension of this name counts in any image.
  func setBlocked(_ isBlocked: Bool, _ name: String) -> [ImageArrival.Change] {
    change { state in
      guard isBlocked != state.blocked.contains(name) else { return nil }
      if isBlocked { state.blocked.insert(name) } else { state.blocked.remove(name) }
      return .all
    } ?? []
  }

  var blocked: Set<String> { withState { $0.blocked } }

  /// What a change of these images' states affects.
  private static func affected(by numbers: [Int], _ state: State) -> Affected {
    let names = protocolNames(of: numbers, state)
    let isAny = names.contains(where: Descriptor.isPointcut(protocolName:))
    return isAny ? .all : .protocols(names)
  }

  private static func protocolNames(of numbers: [Int], _ state: State) -> Set<String> {
    Set(
      numbers.flatMap { number in
        let loaded = state.images[number].loaded
        return (0..<loaded.recordCount).map {
          Descriptor.unqualified(protocolName: loaded.recordNames($0).protocolName)
        }
      })
  }

  // MARK: Looking at what was opened

  /// What `dlopen` brought.
  ///
  /// - Parameter isNew: whether any image came with it.
  func opened(_ handle: DynamicLinker.Handle, identity: String?, isNew: Bool) -> OpenedImages {
    // As a rule there are none of those whose state this decides.
    let hasOthers = withState { state in
      state.images.entries.contains { $0.state == .staged || $0.state == .refused }
    }
    let needed = hasOthers ? handle.neededLoadBiases : []
    return withState { state in
      let numbers = state.images.entries.indices
      let loadBias = handle.loadBias
      let main = numbers.first {
        state.images[$0].loaded.loadBias == loadBias && !state.images[$0].image.isExecutable
      }
      let refusedBefore = state.refused[loadBias] ?? []
      let judged = numbers.filter { number in
        let entry = state.images[number]
        // It came with another image, which was refused or may still be.
        let isNeeded = !entry.image.isExecutable && needed.contains(entry.loaded.loadBias)
        return switch entry.state {
        case .active: false
        case .staged: number == main || isNeeded || entry.loaded.stagingToken == handle.stagingToken
        case .refused: number == main || isNeeded || refusedBefore.contains(number)
        case .withdrawn, .superseded, .rolledBack: number == main
        }
      }
      return OpenedImages(
        loadBias: loadBias, main: main,
        judged: judged.filter { $0 == main } + judged.filter { $0 != main },
        identity: identity, isNew: isNew, countVersion: state.countVersion)
    }
  }

  /// The conflicts of subjects in use that accepting these images would bring.
  func newConflicts(ifAccepted opened: OpenedImages) -> [RegistryDiagnostic] {
    let subjects = withState { state in
      let names = Self.protocolNames(of: opened.judged, state)
      return state.published.subjects.filter {
        names.contains($0.base.extensibleProtocol.name)
      }
    }
    return subjects.flatMap { subject in
      let now = ResolvedChains(subject.base, snapshot(for: subject.base))
      let then = ResolvedChains(subject.base, snapshot(for: subject.base, accepting: opened))
      return then.conflicts.filter { !now.conflicts.contains($0) }
    }
  }
}
