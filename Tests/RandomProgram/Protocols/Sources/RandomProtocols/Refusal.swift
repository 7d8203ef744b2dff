// SPDX-License-Identifier: Apache-2.0

/// What implementations and advice throw.
public struct Refusal: Error {
  public let reason: String

  public init(_ reason: String) { self.reason = reason }

  /// An error as results show it.
  public static func text(_ error: any Error) -> String {
    "!" + ((error as? Refusal)?.reason ?? "\(error)")
  }
}
