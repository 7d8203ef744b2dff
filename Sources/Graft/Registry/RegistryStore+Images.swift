// SPDX-License-Identifier: Apache-2.0

import GraftDescriptors

/// Images and their states.
extension RegistryStore {
  var images: [ExtensionImage] {
    withState { $0.images.entries.filter { $0.state != .refused }.map(\.image) }
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
      state.images.apply(transition, to: number).map { Self.protocolNames(of: $0, state) }
    }
  }

  /// Lets images count that were staged.
  func accept(_ numbers: [Int], identity: (String, of: Int)?) -> [ImageArrival.Change] {
    change { state in
      if let identity { state.images.setIdentity(identity.0, of: identity.of) }
      let changed = numbers.flatMap { state.images.apply(.accept, to: $0) ?? [] }
      return Self.protocolNames(of: changed, state)
    } ?? []
  }

  /// Images that were staged will not count. Nothing was published of them.
  func refuse(_ numbers: [Int]) {
    withState { state in
      for number in numbers { _ = state.images.apply(.refuse, to: number) }
    }
  }

  /// Whether an extension of this name counts in any image.
  func setBlocked(_ isBlocked: Bool, _ name: String) -> [ImageArrival.Change] {
    change { state in
      if isBlocked { state.blocked.insert(name) } else { state.blocked.remove(name) }
      return Set(state.published.subjects.map { $0.base.extensibleProtocol.name })
    } ?? []
  }

  var blocked: Set<String> { withState { $0.blocked } }

  private static func protocolNames(of numbers: [Int], _ state: State) -> Set<String> {
    Set(
      numbers.flatMap { number in
        let loaded = state.images[number].loaded
        return (0..<loaded.recordCount).map { unqualified(loaded.recordNames($0).protocolName) }
      })
  }

  // MARK: Looking at what was opened

  /// What `dlopen` brought: the image itself, if it has descriptors, and the numbers
  /// of those to be judged.
  func arrived(with handle: DynamicLinker.Handle) -> (main: Int?, staged: [Int]) {
    withState { state in
      let numbers = state.images.entries.indices
      let main = numbers.first {
        state.images[$0].loaded.loadBias == handle.loadBias && !state.images[$0].image.isExecutable
      }
      let staged = numbers.filter {
        state.images[$0].loaded.stagingToken == handle.stagingToken
          && state.images[$0].state == .staged
      }
      let again = main.map { state.images[$0].state != .active && !staged.contains($0) } ?? false
      return (main, staged + (again ? [main!] : []))
    }
  }

  /// The conflicts of subjects in use that accepting these images would bring.
  func newConflicts(ifAccepted numbers: [Int]) -> [RegistryDiagnostic] {
    let subjects = withState { state in
      let names = Self.protocolNames(of: numbers, state)
      return state.published.subjects.filter {
        names.contains($0.base.extensibleProtocol.name)
      }
    }
    return subjects.flatMap { subject in
      let name = subject.base.extensibleProtocol.name
      let now = ResolvedChains(subject.base, records: snapshot(protocolName: name).records)
      let then = ResolvedChains(
        subject.base, records: snapshot(protocolName: name, accepting: numbers).records)
      return then.conflicts.filter { !now.conflicts.contains($0) }
    }
  }

  /// Whether there is a protocol of the same module and name that is not this one.
  func knowsOther(than extended: ExtensibleProtocol) -> Bool {
    let inUse = withState { $0.published.subjects.map { $0.base.extensibleProtocol } }
    let extendedByOthers = snapshot(protocolName: extended.name).records
      .compactMap { AccessorCall.check($0.accessor).extended }
    return (inUse + extendedByOthers).contains {
      $0 !== extended && $0.qualifiedName == extended.qualifiedName
    }
  }
}
