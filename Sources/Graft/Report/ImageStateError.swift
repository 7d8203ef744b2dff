// SPDX-License-Identifier: Apache-2.0

/// An image is not in a state for what was asked, or it would bring a conflict.
public struct ImageStateError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The path of the image's file.
  public let path: String
  /// The one that it is in.
  public let state: ImageState
  /// What was asked: `withdraw`, `reinstate` or `rollBack`.
  public var attempt: String { transition.rawValue }
  /// What that would bring for subjects that are in use; empty where the state is the
  /// reason.
  public let conflicts: [RegistryDiagnostic]
  /// What `onLoad` of an image threw that would have come to count, with its path; nil where
  /// that is not the reason.
  public let failure: String?
  let transition: ImageState.Transition

  init(
    path: String, state: ImageState, transition: ImageState.Transition,
    conflicts: [RegistryDiagnostic] = [], failure: String? = nil
  ) {
    self.path = path
    self.state = state
    self.transition = transition
    self.conflicts = conflicts
    self.failure = failure
  }

  public var description: String {
    if let failure { return "\(path): can't \(transition.rawValue): \(failure)" }
    guard conflicts.isEmpty else {
      return "\(path): \(transition.rawValue) would bring a conflict for a subject that is in use: "
        + conflicts.map(\.description).joined(separator: "; ")
    }
    return "\(path) is \(state.rawValue): it can't \(transition.rawValue)\(advice)"
  }

  private var advice: String {
    switch (state, transition) {
    case (.rolledBack, .reinstate), (.refused, .reinstate): "; load its file again"
    case (.superseded, .reinstate):
      "; load its file again, or roll back the build that superseded it"
    case (.superseded, .withdraw), (.superseded, .rollBack):
      "; the build that superseded it is in effect"
    case (.rolledBack, .withdraw), (.refused, .withdraw), (.staged, .withdraw),
      (.rolledBack, .rollBack), (.refused, .rollBack), (.staged, .rollBack):
      "; it is not in effect"
    default: ""
    }
  }
}

/// An extension stays blocked, since it would bring a conflict for a subject that is in
/// use.
public struct UnblockingError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The extension's, as `Module.Name`.
  public let name: String
  /// What it would bring.
  public let conflicts: [RegistryDiagnostic]

  public var description: String {
    "\(name) stays blocked, since it would bring a conflict for a subject that is in use: "
      + conflicts.map(\.description).joined(separator: "; ")
  }
}
