// SPDX-License-Identifier: Apache-2.0

public import GraftDescriptors

extension ExtensionImage {
  /// The image's manifest as a plug-in; nil if it has none.
  public var manifest: PluginManifest? { Registry.shared.entry(number).loaded.manifests.first }

  /// The image's state at this moment; its extensions count if it is `.active`.
  public var state: ImageState { Registry.shared.entry(number).state }

  /// Removes its extensions from every chain.
  ///
  /// Plug-ins that were loaded by `loadAll` and that need it are withdrawn before, the newest
  /// first. Calls in flight end in the code that they are in. The image stays loaded.
  ///
  /// - Returns: the changed answers for subjects of earlier calls.
  /// - Throws: `ImageStateError` if the image is not active.
  @discardableResult
  public func withdraw() throws(ImageStateError) -> [ImageArrival.Change] {
    try change(.withdraw, allowingConflicts: true)
  }

  /// Puts its extensions back after `withdraw()` or `rollBack()`.
  ///
  /// After `rollBack()` it is the newest build again, and supersedes the others.
  ///
  /// - Parameter allowingConflicts: whether to allow that it brings a conflict.
  /// - Returns: the changed answers for subjects of earlier calls.
  /// - Throws: `ImageStateError` if the image was not withdrawn or rolled back, or if it would
  ///   bring a conflict.
  @discardableResult
  public func reinstate(
    allowingConflicts: Bool = false
  ) throws(ImageStateError) -> [ImageArrival.Change] {
    try change(.reinstate, allowingConflicts: allowingConflicts)
  }

  /// Takes this build back.
  ///
  /// The builds that it superseded return to their earlier states: active, or
  /// withdrawn.
  ///
  /// - Parameter allowingConflicts: whether to allow that they bring a conflict.
  /// - Returns: the changed answers for subjects of earlier calls.
  /// - Throws: `ImageStateError` if this build does not count, or if the restored
  ///   builds would bring a conflict.
  @discardableResult
  public func rollBack(
    allowingConflicts: Bool = false
  ) throws(ImageStateError) -> [ImageArrival.Change] {
    try change(.rollBack, allowingConflicts: allowingConflicts)
  }

  private func change(
    _ transition: ImageState.Transition, allowingConflicts: Bool
  ) throws(ImageStateError) -> [ImageArrival.Change] {
    var answers: [ImageArrival.Change] = []
    for user in Registry.shared.dependents(on: transition, of: number) where user.state == .active {
      answers = answers.followed(by: try user.change(.withdraw, allowingConflicts: true))
    }
    do throws(ChangeRefusal) {
      return answers.followed(
        by: try Registry.shared.change(
          .transition(transition, of: number), onConflict: allowingConflicts ? nil : .firstByName
        ).changes.answers)
    } catch {
      let (conflicts, failure): ([RegistryDiagnostic], String?) =
        switch error {
        case .impossible: ([], nil)
        case .buildUnnamed: ([], nil)
        case .protocolTwice(let twice): ([], "\(twice.error(path: path))")
        case .conflicts(let conflicts): (conflicts, nil)
        case .lifecycle(let failure): ([], "\(failure.error)")
        }
      throw ImageStateError(
        path: path, state: state, transition: transition, conflicts: conflicts, failure: failure)
    }
  }
}
