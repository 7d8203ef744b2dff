// SPDX-License-Identifier: Apache-2.0

public import GraftDescriptors

/// What a plug-in's file says of itself, read without mapping it: no code of it has run.
public struct PluginCandidate: Equatable, Sendable {
  /// The file.
  public let path: String
  /// In hexadecimal; nil where the linker wrote none.
  public let buildID: String?
  /// What the file is called by those that need it; nil where it says nothing.
  public let soname: String?
  /// The libraries that it needs, by the names in its dynamic section (`DT_NEEDED`).
  public let neededLibraries: [String]
  /// What the plug-in says of itself; nil where it has no such record.
  public let manifest: PluginManifest?

  /// The last component of the path.
  public var fileName: String { ExtensionImage.fileName(of: path) }
}
