// SPDX-License-Identifier: Apache-2.0

import GraftDescriptors

extension Registry {
  /// The images that were not refused, and are not being checked.
  var images: [ImageTable.Entry] {
    withState { state in
      state.program.images.entries.filter { $0.state != .refused && $0.state != .staged }
    }
  }

  func entry(_ number: Int) -> ImageTable.Entry { withState { $0.program.images[number] } }

  func generations(of identity: String) -> [ExtensionImage] {
    withState { state in
      (state.program.images.generations[identity] ?? []).map { state.program.images[$0].image }
    }
  }

  func registered(_ id: RecordID) -> RegisteredExtension {
    withState { $0.program.registered(id) }
  }

  /// The extension or class of advice whose link calls reach; nil for other links.
  ///
  /// - Parameter base: the base class for the subject.
  func registered(_ link: LinkAddress, of base: ObjectIdentifier) -> RegisteredExtension? {
    links.record(of: link, for: base).map(registered)
  }

  func records(of number: Int) -> [ExtensionRecord] {
    withState { $0.program.records(of: number) }
  }

  /// The images of one `dlopen`.
  ///
  /// - Parameter isNew: whether any image came with it.
  func opened(_ handle: DynamicLinker.Handle, identity: String?, isNew: Bool) -> OpenedImages {
    // The needed images only matter while an image is staged.
    var needed: Set<UInt>?
    while true {
      let found = withState {
        $0.program.images.opened(handle, needing: needed, identity: identity, isNew: isNew)
      }
      if let found { return found }
      needed = handle.neededImages
    }
  }

  /// Refuses staged images, which have no published answers, and removes what their code has
  /// installed.
  func refuse(_ opened: OpenedImages) {
    let owners = withState { state in
      for number in opened.judged { _ = state.program.make(.transition(.refuse, of: number)) }
      state.news.debug?.noteStates(of: opened.judged, in: state.program.images)
      state.program.images.refused[opened.programHeaders] = opened.judged
      return Set(opened.judged.map { Owner(state.program.images[$0].loaded) })
    }
    removeInstalled(by: owners)
  }

  // MARK: Files

  /// Notes the state of a file that `load` opened, unless it was loaded already.
  ///
  /// - Returns: the state of the file that `load` opened first.
  func note(_ file: FileState?, of programHeaders: UInt, isNew: Bool) -> FileState? {
    withState { state in
      if isNew { state.program.images.files[programHeaders] = file }
      return state.program.images.files[programHeaders]
    }
  }

  /// The path from which `load` has accepted the same build, whatever its state now.
  func takenIn(_ file: FileState) -> String? {
    withState { state in
      state.program.images.files.pairs.filter {
        $1.isSame(as: file) && state.program.images.isTakenIn($0)
      }.map(\.1.path).min()
    }
  }
}
