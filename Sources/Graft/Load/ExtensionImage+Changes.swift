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
    try change(.withdraw, onConflict: nil).answers
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
    try change(.reinstate, onConflict: allowingConflicts ? nil : .firstByName).answers
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
    try change(.rollBack, onConflict: allowingConflicts ? nil : .firstByName).answers
  }

  /// Changes the state, after withdrawing those that lose what they need.
  ///
  /// - Parameters:
  ///   - choice: nil to allow conflicts.
  ///   - underWay: the images that are being changed: plug-ins can need one another.
  /// - Returns: the changed answers, and the images that were withdrawn, in this order.
  func change(
    _ transition: ImageState.Transition, onConflict choice: ConflictChoice?,
    besides underWay: Set<ExtensionImage> = []
  ) throws(ImageStateError) -> (answers: [ImageArrival.Change], withdrawn: [ExtensionImage]) {
    var answers: [ImageArrival.Change] = []
    var withdrawn: [ExtensionImage] = []
    let underWay = underWay.union([self])
    do throws(ImageStateError) {
      for user in Registry.shared.dependents(on: transition, of: number)
      where user.state == .active && !underWay.contains(user) {
        let change = try user.change(.withdraw, onConflict: nil, besides: underWay)
        answers = answers.followed(by: change.answers)
        withdrawn += change.withdrawn + [user]
      }
      return (answers.followed(by: try changeAlone(transition, onConflict: choice)), withdrawn)
    } catch {
      // Nothing has changed, so what they need is there.
      var error = error
      for user in withdrawn.reversed() {
        do throws(ImageStateError) {
          _ = try user.reinstate(allowingConflicts: true)
        } catch let other {
          error.add(other, leavingWithdrawn: user)
        }
      }
      throw error
    }
  }

  private func changeAlone(
    _ transition: ImageState.Transition, onConflict choice: ConflictChoice?
  ) throws(ImageStateError) -> [ImageArrival.Change] {
    do throws(ChangeRefusal) {
      return try Registry.shared.change(.transition(transition, of: number), onConflict: choice)
        .changes.answers
    } catch {
      let (conflicts, failure): ([RegistryDiagnostic], String?) =
        switch error {
        case .impossible, .buildUnnamed: ([], nil)
        case .conflicts(let conflicts): (conflicts, nil)
        case .moduleTwice, .protocolInUse, .lifecycle:
          ([], error.error(loading: path).map { "\($0)" })
        }
      throw ImageStateError(
        path: path, state: state, transition: transition, conflicts: conflicts, failure: failure)
    }
  }
}
