// SPDX-License-Identifier: Apache-2.0

import GraftDescriptors

/// Images and their states.
extension Registry {
  var images: [ExtensionImage] {
    withState { state in
      state.program.images.entries.filter { $0.state != .refused && $0.state != .staged }
        .map(\.image)
    }
  }

  func entry(_ number: Int) -> ImageTable.Entry { withState { $0.program.images[number] } }

  /// Whether an image makes way for a newer build of its identity.
  func canBeReplaced(_ image: ExtensionImage) -> Bool {
    withState { $0.program.images.canBeReplaced(image.number) }
  }

  func generations(of identity: String) -> [ExtensionImage] {
    withState { state in
      (state.program.images.generations[identity] ?? []).map { state.program.images[$0].image }
    }
  }

  /// In the order of arrival, and of the sections.
  var registeredExtensions: [RegisteredExtension] {
    withState { state in
      state.program.images.entries.filter { $0.state != .refused && $0.state != .staged }
        .flatMap(\.registered)
    }
  }

  func registered(_ id: RecordID) -> RegisteredExtension {
    withState { $0.program.registered(id) }
  }

  func records(of number: Int) -> [ExtensionRecord] {
    withState { $0.program.records(of: number) }
  }

  /// What `dlopen` brought.
  ///
  /// - Parameter isNew: whether any image came with it.
  func opened(_ handle: DynamicLinker.Handle, identity: String?, isNew: Bool) -> OpenedImages {
    // Only where the state of an image is open is it of interest what the opened one needs.
    var needed: Set<UInt>?
    while true {
      let found = withState {
        $0.program.images.opened(handle, needing: needed, identity: identity, isNew: isNew)
      }
      if let found { return found }
      needed = handle.neededImages
    }
  }

  /// Images that were staged will not count. Nothing was published of them.
  func refuse(_ opened: OpenedImages) {
    withState { state in
      for number in opened.judged { _ = state.program.make(.transition(.refuse, of: number)) }
      state.program.images.refused[opened.programHeaders] = opened.judged
    }
  }

  // MARK: Files

  /// Notes what a file was when `load` opened it, unless it was loaded already.
  ///
  /// - Returns: what it was then, if it was loaded by `load`.
  func note(_ file: FileState?, of programHeaders: UInt, isNew: Bool) -> FileState? {
    withState { state in
      if isNew { state.program.images.files[programHeaders] = file }
      return state.program.images.files[programHeaders]
    }
  }

  /// The path under which `load` has taken in the same build, whatever became of it since.
  func takenIn(_ file: FileState) -> String? {
    withState { state in
      state.program.images.files.pairs.filter {
        $1.isSame(as: file) && state.program.images.isTakenIn($0)
      }.map(\.1.path).min()
    }
  }
}
