// SPDX-License-Identifier: Apache-2.0

public import GraftDescriptors

extension ExtensionImage {
  /// Opens the plug-ins of a folder, each as `load(_:identity:allowingConflicts:allowingOtherCompilers:)` does, and
  /// those that others of the folder need before these.
  ///
  /// Each file is judged for itself before any of them is mapped: whether it can be a plug-in
  /// of this process, whether the host provides what it needs, and what the policy says. What
  /// needs a file of the folder that was refused is refused too. What this process has loaded
  /// already stays as it is.
  ///
  /// - Parameters:
  ///   - folder: it may be a symbolic link; folders in it are not looked into.
  ///   - pattern: for the names of files, as the shell has it: `*`, `?` and `[…]`, of which
  ///     none stands for a dot at the beginning. What does not match has no result.
  ///   - provided: by its name the version of each thing that the host has and that plug-ins
  ///     can need.
  ///   - allowingConflicts: as for `load`.
  ///   - allowingOtherCompilers: as for `load`.
  ///   - policy: says whether a file may be loaded; what it throws is a no, with a reason.
  ///     Called on this thread, in the order of the names, without a lock, and not of files
  ///     that are refused anyway.
  /// - Returns: a result for each file that matches, in the order of the names' bytes.
  /// - Throws: `ImageLoadError.folderUnread`, with nothing loaded, if it can't be known what is in
  ///   the folder.
  @discardableResult
  public static func loadAll(
    in folder: String, matching pattern: String = "*.so",
    providing provided: [String: PluginVersion] = [:], allowingConflicts: Bool = false,
    allowingOtherCompilers: Bool = false,
    policy: (PluginCandidate) throws -> Bool = { _ in true }
  ) throws(ImageLoadError) -> [PluginResult] {
    let entries = try PluginFolder.entries(of: folder, matching: pattern)
    var loading = FolderLoading(entries, .shared)
    loading.judge(providing: provided, policy)
    loading.load(
      allowingConflicts: allowingConflicts, allowingOtherCompilers: allowingOtherCompilers)
    for result in loading.results where result.arrival == nil {
      if let error = result.error { Registry.shared.note(.refused(path: result.path, error)) }
    }
    return loading.results
  }

  /// What the image says of itself as a plug-in; nil where it says nothing.
  public var manifest: PluginManifest? { Registry.shared.entry(number).loaded.manifests.first }
}

extension PluginCandidate {
  /// Reads a file without mapping it.
  ///
  /// - Parameter path: it is not searched for.
  /// - Throws: `ImageLoadError` for a file that can be no plug-in of this process.
  public init(contentsOf path: String) throws(ImageLoadError) {
    self = try PluginFile.contents(of: path).candidate
  }
}
