// SPDX-License-Identifier: Apache-2.0

/// A state change that is not possible or would bring conflicts.
public struct ImageStateError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The path of the image's file.
  public let path: String
  /// The image's state.
  public let state: ImageState
  let transition: ImageState.Transition
  /// The attempted change: `withdraw`, `reinstate` or `rollBack`.
  public var attempt: String {
    // A superseded build whose file is back: reinstated, for the reader.
    (transition == .accept ? .reinstate : transition).rawValue
  }
  /// The conflicts; empty if they are not the reason.
  public let conflicts: [RegistryDiagnostic]
  /// The path of an image and the error of its `onLoad`, or with which `load` would refuse it; nil
  /// if that is not the reason.
  public let failure: String?
  /// The images that were withdrawn before since they need this one, and that could not be
  /// reinstated.
  public private(set) var stillWithdrawn: [ExtensionImage] = []
  private var reasons: [String] = []

  init(
    path: String, state: ImageState, transition: ImageState.Transition,
    conflicts: [RegistryDiagnostic], failure: String?
  ) {
    (self.path, self.state, self.transition) = (path, state, transition)
    (self.conflicts, self.failure) = (conflicts, failure)
  }

  /// Adds an image that stays withdrawn.
  mutating func add(_ reason: ImageStateError, leavingWithdrawn image: ExtensionImage) {
    stillWithdrawn.append(image)
    reasons.append("\(image.path) stays withdrawn: \(reason)")
  }

  public var description: String { ([own] + reasons).joined(separator: "; ") }

  private var own: String {
    if let failure { return "\(path): can't \(attempt): \(failure)" }
    guard conflicts.isEmpty else {
      return "\(path): \(attempt) would bring a conflict: "
        + conflicts.map(\.description).joined(separator: "; ")
    }
    return "\(path) is \(state.rawValue): it can't \(attempt)\(advice)"
  }

  private var advice: String {
    switch (state, transition) {
    case (.refused, .reinstate): "; load its file again"
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

/// An extension stays blocked, since it would bring conflicts.
public struct UnblockingError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The extension's name, as `Module.Name`.
  public let name: String
  /// The conflicts.
  public let conflicts: [RegistryDiagnostic]

  public var description: String {
    "\(name) stays blocked, since it would bring a conflict: "
      + conflicts.map(\.description).joined(separator: "; ")
  }
}
