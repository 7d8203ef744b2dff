// SPDX-License-Identifier: Apache-2.0

/// An image is not in a state for what was asked.
public struct ImageStateError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Of the image's file.
  public let path: String
  /// The one that it is in.
  public let state: ImageState
  /// What was asked.
  public let transition: ImageState.Transition

  public var description: String {
    "\(path) is \(state.rawValue): it can't \(transition.rawValue)"
  }
}
