// SPDX-License-Identifier: Apache-2.0

import CGraftLoader
@_exported public import Graft
public import GraftDescriptors

extension ExtensionImage {
  /// Loads the plug-ins of a folder.
  ///
  /// Each file is loaded as by `load(_:identity:onConflict:allowingOtherCompilers:)`,
  /// after the files of the folder that it needs. Before any file is mapped, each is
  /// judged by itself: whether it can be a plug-in of this process, whether the host
  /// provides its needs, and whether the policy accepts it. A file that needs a
  /// refused file of the folder is refused too. If several files have one plug-in, by
  /// the manifest's name, the newest that can be is loaded. Plug-ins that this process
  /// already has stay as they are.
  ///
  /// - Parameters:
  ///   - folder: the folder; it may be a symbolic link. Its subfolders are not
  ///     searched.
  ///   - pattern: a shell pattern for names of files, with `*`, `?` and `[…]`, none
  ///     of which matches a leading dot. Other files have no result.
  ///   - provided: the versions of what the host provides to plug-ins, by name.
  ///   - choice: the treatment of conflicts, as for `load`.
  ///   - allowsOtherCompilers: whether to accept images of other compilers, as for
  ///     `load`.
  ///   - followsLinks: whether to load the targets of symbolic links in the folder.
  ///   - allowsDowngrades: whether a plug-in may supersede a newer version of itself.
  ///   - mapping: the file or the copy to map.
  ///   - policy: returns whether a file may be loaded; a thrown error refuses it with
  ///     a reason. It is called on this thread, in the order of the names, without a
  ///     lock, and only for files that are not refused anyway.
  /// - Returns: a result for each file that matches, in the order of the names'
  ///   bytes.
  /// - Throws: `ImageLoadError.folderUnread` if the folder can't be read; then
  ///   nothing is loaded.
  @discardableResult
  public static func loadAll(
    in folder: String, matching pattern: String = "*.so",
    providing provided: [String: PluginVersion] = [:],
    onConflict choice: ConflictChoice = .firstByName,
    allowingOtherCompilers allowsOtherCompilers: Bool = false,
    followingLinks followsLinks: Bool = false,
    allowingDowngrades allowsDowngrades: Bool = false, mapping: PluginMapping = .sealedCopy,
    policy: (PluginCandidate) throws -> Bool = { _ in true }
  ) throws(ImageLoadError) -> [PluginResult] {
    if !graft_reads_images() { throw .noPlugins(path: folder) }
    let entries = try FolderEntries.entries(of: folder, matching: pattern)
    let options = FolderOptions(
      provided: provided, onConflict: choice, allowsOtherCompilers: allowsOtherCompilers,
      followsLinks: followsLinks,
      allowsDowngrades: allowsDowngrades, mapping: mapping)
    var loading = try FolderLoading(entries, of: folder, options)
    loading.load(policy)
    loading.noteRefusals()
    return loading.results
  }
}
