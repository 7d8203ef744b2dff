// SPDX-License-Identifier: Apache-2.0

extension Registry {
  /// Installs an advice.
  ///
  /// - Parameter source: the place of the call that installs it, as
  ///   `Module/File.swift:line`.
  func install(
    _ body: AdviceBody, at advised: AdvisedRequirement, _ options: AdviceOptions, source: String,
    owner: Owner
  ) throws(AdviceError) -> AdviceToken {
    if case .object = advised.scope, advised.declared.isOfType {
      throw advised.notAdvisable("no object is in a call of it: advise the type, by joinPoints")
    }
    if options.isForTask {
      if options.task == nil { throw advised.outsideOfTasks }
      if case .object = advised.scope {
        throw advised.notAdvisable(
          "advice of one object can't be for a task: advise the type, and compare the subject in "
            + "the closure")
      }
    }
    if let path = withdrawnImage(of: advised.scope, advisedBy: owner) {
      throw .imageWithdrawn(path: path, type: advised.scope.description)
    }
    let advice = InstalledAdvice(
      body, at: advised, options, source: source, owner: owner,
      isInstalled: { [self] id in
        state.withLock { $0.advice.contains(id) && $0.program.images.counts(owner) }
      },
      remove: { [self] id in removeAdvice(id) })
    try install(advice)
    return advice.token
  }

  /// Installs an advice.
  func install(_ advice: InstalledAdvice) throws(AdviceError) {
    // Objects are released after the lock.
    var kept: [AnyObject] = []
    defer { extendLifetime(kept) }
    let gone = state.withLock { $0.advice.someGone(before: advice, keeping: &kept) }
    for id in gone { removeAdvice(id) }
    let installed = state.withLock { state -> Result<ChainAdvice.Entry?, AdviceError> in
      Result { () throws(AdviceError) in try state.advice.install(advice, keeping: &kept) }
    }
    if let entry = try installed.get() {
      // It is only refused if another thread has removed the advice already.
      _ = try? change(.advise(entry))
      state.withLock { $0.advice.noteInChains(advice) }
    }
    Event.adviceIn(advice).row.probe?()
  }

  /// Removes an advice; returns false if it is not installed.
  @discardableResult
  func removeAdvice(_ id: UInt64) -> Bool {
    // Objects are released after the lock.
    var kept: [AnyObject] = []
    defer { extendLifetime(kept) }
    let removed = state.withLock { state -> (InstalledAdvice, ChainAdvice.Entry?)? in
      guard let removed = state.advice.remove(id, keeping: &kept) else { return nil }
      // Answers that other threads have computed with it are outdated.
      state.program.outdate()
      RemovedAdvice.add(adviceLinks.remove(id, version: state.program.version))
      return removed
    }
    guard let (advice, entry) = removed else { return false }
    if let entry { _ = try? change(.unadvise(entry)) }
    RemovedAdvice.release()
    Event.adviceOut(advice).row.probe?()
    return true
  }

  /// The path of an image that has a scope's type and that does not count, unless what installs
  /// the advice does not count either: in `onLoad` an image can advise its own types.
  private func withdrawnImage(of scope: AdviceScope, advisedBy owner: Owner) -> String? {
    guard let images = scope.type?.images, !images.isEmpty else {
      return nil
    }
    return withState { state in
      guard state.program.images.counts(owner) else { return nil }
      return state.program.images.entries.last { entry in
        entry.state != .active && images.contains(entry.loaded.programHeaders)
      }?.image.path
    }
  }

  /// The installed advice whose images count and whose objects are there, the oldest first.
  var installedAdvice: [InstalledAdvice] {
    let counting = withState { state in
      state.advice.installed.filter { state.program.images.counts($0.owner) }
    }
    return counting.filter { !$0.isOfGoneObject }
  }

  /// The installed advice, the oldest first.
  var allAdvice: [InstalledAdvice] { state.withLock { $0.advice.installed } }

  /// Removes what images have installed, for good: advice, blocks of names, and receivers.
  func removeInstalled(by owners: Set<Owner>) {
    for advice in allAdvice where owners.contains(advice.owner) { removeAdvice(advice.id) }
    for owner in owners { _ = try? change(.unblockAll(by: owner)) }
    tellObservers(removing: owners)
  }

  func image(of owner: Owner) -> ExtensionImage? {
    withState { state in
      state.program.images.number(ofFile: owner.programHeaders)
        .map { state.program.images[$0].image }
    }
  }
}
