// SPDX-License-Identifier: Apache-2.0

public import Graft
public import GraftDescriptors

/// A plug-in's file, read without mapping it: no code of it has run.
public struct PluginCandidate: Equatable, Sendable {
  /// The file.
  public let path: String
  /// The build ID in hexadecimal, if the linker wrote one.
  public let buildID: String?
  /// The name by which others need it (`DT_SONAME`), if it has one.
  public let soname: String?
  /// The names of the libraries that it needs (`DT_NEEDED`).
  public let neededLibraries: [String]
  /// The plug-in's manifest, if it has one.
  public let manifest: PluginManifest?
  /// The build of this plug-in that the process has and that the file would supersede, perhaps from
  /// another folder; nil if there is none, and outside of a policy.
  public internal(set) var superseding: ExtensionImage?

  /// The file that was read; all values are equal.
  struct Source: Equatable, Sendable {
    let file: PluginFile?

    static func == (one: Source, other: Source) -> Bool { true }
  }

  /// The source, without a file once the policy has returned.
  var source: Source

  /// The last component of the path.
  public var fileName: String { ExtensionImage.fileName(of: path) }
}

extension PluginCandidate {
  /// Reads a file without mapping it.
  ///
  /// - Parameter path: the file's path; it is not searched for.
  /// - Throws: `ImageLoadError` if the file can't be a plug-in of this process.
  public init(contentsOf path: String) throws(ImageLoadError) {
    self = try PluginFile(path).contents().candidate
  }

  /// The bytes of the whole file, from which a policy can check a digest or a
  /// signature.
  ///
  /// - Throws: `ImageLoadError` once the policy of `loadAll` has returned.
  public func bytes() throws(ImageLoadError) -> [UInt8] {
    let file = try file()
    return file.bytes(at: 0, count: file.byteCount)
  }

  /// The mangled names of the functions and variables that other images have to
  /// define, in the order of the file.
  ///
  /// Code finds others by `dlsym` too, and among its own symbols those that other images define.
  ///
  /// - Throws: `ImageLoadError` if they can't be read, and once the policy of
  ///   `loadAll` has returned.
  public func importedSymbols() throws(ImageLoadError) -> [String] {
    try file().importedSymbols()
  }

  private func file() throws(ImageLoadError) -> PluginFile {
    guard let file = source.file else {
      throw .notFound(
        path: path,
        reason: "its bytes were there for the policy only: read it with "
          + "PluginCandidate(contentsOf:)")
    }
    return file
  }
}
