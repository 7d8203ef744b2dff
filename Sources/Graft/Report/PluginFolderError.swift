// SPDX-License-Identifier: Apache-2.0

/// Why it can't be known which plug-ins are in a folder. Nothing was loaded then.
public struct PluginFolderError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The folder, as it was given.
  public let path: String
  /// What the C library says.
  public let reason: String

  public var description: String { "\(path): \(reason): no plug-in of it was loaded" }
}
