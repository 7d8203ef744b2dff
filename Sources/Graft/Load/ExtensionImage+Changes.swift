// SPDX-License-Identifier: Apache-2.0

extension ExtensionImage {
  /// Whether its extensions count at this moment.
  public var state: ImageState { Registry.shared.entry(number).state }

  /// Takes its extensions out of every chain. Calls that are under way end in the
  /// code they are in; the image stays loaded.
  ///
  /// - Returns: the answers that are other ones now, of subjects that were called before.
  /// - Throws: `ImageStateError` if the image is not active.
  @discardableResult
  public func withdraw() throws(ImageStateError) -> [ImageArrival.Change] {
    try change(.withdraw, allowingConflicts: true)
  }

  /// Puts its extensions back after `withdraw()`.
  ///
  /// - Parameter allowingConflicts: true to do so although it brings a conflict.
  /// - Returns: as `withdraw()`.
  /// - Throws: `ImageStateError` if the image is not withdrawn, or if it would bring a
  ///   conflict.
  @discardableResult
  public func reinstate(
    allowingConflicts: Bool = false
  ) throws(ImageStateError) -> [ImageArrival.Change] {
    try change(.reinstate, allowingConflicts: allowingConflicts)
  }

  /// Takes this build back. What it superseded is again what it was then: active, or
  /// withdrawn.
  ///
  /// - Parameter allowingConflicts: as for `reinstate()`.
  /// - Returns: as `withdraw()`.
  /// - Throws: `ImageStateError` if this build does not count, or if what it superseded
  ///   would bring a conflict.
  @discardableResult
  public func rollBack(
    allowingConflicts: Bool = false
  ) throws(ImageStateError) -> [ImageArrival.Change] {
    try change(.rollBack, allowingConflicts: allowingConflicts)
  }

  private func change(
    _ transition: ImageState.Transition, allowingConflicts: Bool
  ) throws(ImageStateError) -> [ImageArrival.Change] {
    func refusal(
      _ conflicts: [RegistryDiagnostic] = [], failure: LifecycleFailure? = nil
    ) -> ImageStateError {
      ImageStateError(
        path: path, state: state, transition: transition, conflicts: conflicts,
        failure: failure.map { "\($0.error)" })
    }
    let edit = Program.Edit.transition(transition, of: number)
    let conflicts = allowingConflicts ? [] : Registry.shared.conflicts(by: edit)
    if !conflicts.isEmpty { throw refusal(conflicts) }
    do throws(ChangeRefusal) {
      return try Registry.shared.change(
        edit, allowingConflicts: allowingConflicts
      ).answers
    } catch {
      switch error {
      case .impossible: throw refusal()
      case .conflicts(let conflicts): throw refusal(conflicts)
      case .lifecycle(let failure): throw refusal(failure: failure)
      }
    }
  }
}
