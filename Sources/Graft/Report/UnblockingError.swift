// SPDX-License-Identifier: Apache-2.0

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
