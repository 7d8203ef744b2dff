// SPDX-License-Identifier: Apache-2.0

import CGraftLoader

extension Registry {
  /// The images that were not refused, and are not being checked.
  var images: [ImageTable.Entry] {
    withState { state in
      state.program.images.entries.filter { $0.state != .refused && $0.state != .staged }
    }
  }

  func entry(_ number: Int) -> ImageTable.Entry { withState { $0.program.images[number] } }

  func registered(_ id: RecordID) -> RegisteredExtension {
    withState { $0.program.registered(id) }
  }

  /// The extension or class of advice whose link calls reach, perhaps through links of other advice;
  /// nil for other links.
  ///
  /// - Parameter base: the base class for the subject.
  func registered(_ link: LinkAddress, of base: ObjectIdentifier) -> RegisteredExtension? {
    var link = link
    while let next = adviceLinks.successor(of: link, at: base) { link = next }
    return links.record(of: link, for: base).map(registered)
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

  /// The images of one `dlopen` in the order in which they come to count.
  func parts(of opened: OpenedImages) -> [OpenedImages] {
    guard opened.judged.count > 1 else { return [opened] }
    let images = opened.judged.map { ($0, entry($0).loaded) }
    let needed = Dictionary(
      uniqueKeysWithValues: images.map { number, loaded in
        (number, DynamicLinker.loaded(loaded.path)?.neededImages ?? [])
      })
    let headers = Dictionary(uniqueKeysWithValues: images.map { ($0, $1.programHeaders) })
    return opened.parts { needed[$0]!.contains(headers[$1]!) }
  }

  /// Refuses staged images, which have no published answers, and removes what their code has
  /// installed; except for images that another thread has accepted, or whose `onLoad` it calls.
  func refuse(_ opened: OpenedImages) {
    let owners = withState { state in
      let judged = opened.judged.filter {
        state.program.images.undecided.contains($0) && !state.lifecycles.isUnderWay($0)
      }
      for number in judged { _ = state.program.make(.transition(.refuse, of: number)) }
      state.news.debug?.noteStates(of: judged, in: state.program.images)
      if !judged.isEmpty { state.program.images.refused[opened.programHeaders] = opened.judged }
      // The drafts of other threads lack this.
      state.program.outdate()
      return Set(judged.map { Owner(state.program.images[$0].loaded) })
    }
    removeInstalled(by: owners)
  }

  /// Refuses an image that was accepted already when another one that came with it was refused.
  ///
  /// Should the `onLoad` of a build that it superseded throw, that one stays withdrawn.
  func refuse(accepted number: Int) {
    do throws(ChangeRefusal) {
      _ = try change(.transition(.refuse, of: number))
    } catch {
      if case .lifecycle(let path, let reason) = error {
        note(.refused(path: path, .lifecycleFailed(path: path, reason: reason)))
      }
      withState { state in
        state.program.images.withholdPredecessors(of: number)
        state.program.outdate()
      }
      _ = try? change(.transition(.refuse, of: number))
    }
  }

  // MARK: Files

  /// Notes the state of a file that `load` opened, unless it was loaded already.
  ///
  /// - Returns: the state of the file that `load` opened first.
  func note(_ file: FileState?, of programHeaders: UInt, isNew: Bool) -> FileState? {
    withState { state in
      if isNew {
        state.program.images.files[programHeaders] = file
        // The drafts of other threads lack it.
        state.program.outdate()
      }
      return state.program.images.files[programHeaders]
    }
  }

  /// Claims a build for this thread, once no other thread has a claim.
  ///
  /// - Returns: false if this thread has a claim already: waiting could last for ever.
  func claim(_ file: FileState) -> Bool {
    let thread = CurrentThread.number
    while true {
      let count = turns.count
      let isOwn = state.withLock { state -> Bool? in
        // A child of `fork` has none of the other threads.
        state.claims.removeAll { $0.forkCount != graft_fork_count() }
        if state.claims.contains(where: { $0.thread == thread }) { return false }
        if state.claims.contains(where: { $0.file.isSame(as: file) }) { return nil }
        state.claims.append((file, thread, graft_fork_count()))
        return true
      }
      if let isOwn { return isOwn }
      turns.wait(after: count)
    }
  }

  func releaseClaim(of file: FileState) {
    state.withLock { $0.claims.removeAll { $0.file.isSame(as: file) } }
    turns.raise()
  }

  /// The images that lose a plug-in that they need by a transition of an image, the newest first.
  func dependents(on transition: ImageState.Transition, of number: Int) -> [ExtensionImage] {
    withState { state in
      let images = state.program.images
      guard let later = state.program.edited(by: .transition(transition, of: number)) else {
        return []
      }
      return images.losingNeeds(in: later.program.images).filter { $0 != number }
        .map { images[$0].image }
    }
  }
}
