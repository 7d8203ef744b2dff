// SPDX-License-Identifier: Apache-2.0

public import GraftDescriptors

extension ExtensionImage {
  /// Opens the plug-ins of a folder, each as
  /// `load(_:identity:onConflict:allowingOtherCompilers:)` does, and
  /// those that others of the folder need before these.
  ///
  /// Each file is judged for itself before any of them is mapped: whether it can be a plug-in
  /// of this process, whether the host provides what it needs, and what the policy says. What
  /// needs a file of the folder that was refused is refused too. Of the files of one plug-in, by
  /// the manifest's name, the newest is loaded. What this process has already stays as it is.
  ///
  /// - Parameters:
  ///   - folder: it may be a symbolic link; folders in it are not looked into.
  ///   - pattern: for the names of files, as the shell has it: `*`, `?` and `[…]`, of which
  ///     none stands for a dot at the beginning. What does not match has no result.
  ///   - provided: by its name the version of each thing that the host has and that plug-ins
  ///     can need.
  ///   - choice: as for `load`.
  ///   - allowsOtherCompilers: as for `load`.
  ///   - followsLinks: true to take what symbolic links of the folder lead to.
  ///   - allowsDowngrades: true to have a plug-in supersede a newer version of itself.
  ///   - mapping: what is mapped of a file.
  ///   - policy: says whether a file may be loaded; what it throws is a no, with a reason.
  ///     Called on this thread, in the order of the names, without a lock, and not of files
  ///     that are refused anyway.
  /// - Returns: a result for each file that matches, in the order of the names' bytes.
  /// - Throws: `ImageLoadError.folderUnread`, with nothing loaded, if it can't be known what is in
  ///   the folder.
  @discardableResult
  public static func loadAll(
    in folder: String, matching pattern: String = "*.so",
    providing provided: [String: PluginVersion] = [:],
    onConflict choice: ConflictChoice = .refuse,
    allowingOtherCompilers allowsOtherCompilers: Bool = false,
    followingLinks followsLinks: Bool = false,
    allowingDowngrades allowsDowngrades: Bool = false, mapping: PluginMapping = .sealedCopy,
    policy: (PluginCandidate) throws -> Bool = { _ in true }
  ) throws(ImageLoadError) -> [PluginResult] {
    let entries = try PluginFolder.entries(of: folder, matching: pattern)
    let options = FolderOptions(
      provided: provided, onConflict: choice, allowsOtherCompilers: allowsOtherCompilers,
      followsLinks: followsLinks,
      allowsDowngrades: allowsDowngrades, mapping: mapping)
    var loading = try FolderLoading(entries, of: folder, options, .shared)
    loading.judge(policy)
    loading.load()
    for result in loading.results where result.arrival == nil {
      if let error = result.error { Registry.shared.note(.refused(path: result.path, error)) }
    }
    return loading.results
  }

  /// What the image says of itself as a plug-in; nil where it says nothing.
  public var manifest: PluginManifest? { Registry.shared.entry(number).loaded.manifests.first }
}
