// SPDX-License-Identifier: Apache-2.0

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
    let file = try file().file
    return file.bytes(at: 0, count: file.byteCount)
  }

  /// The mangled names of the functions and variables that other images have to
  /// define, in the order of the file.
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
    return PluginFile(path, file)
  }
}
