// SPDX-License-Identifier: Apache-2.0

import CLibrary
import Graft

/// A folder that only this process can enter, and that is removed with this object.
///
/// It repeats the path of another folder, and its names lead to open files. So the
/// dynamic linker opens the files that were judged, whatever has their names now,
/// and `$ORIGIN` leads to judged files too.
final class SealedFolder {
  /// The prefix of paths in the folder.
  private let root: String
  /// The folder, without symbolic links.
  let original: String
  private var created: [String] = []

  init(for folder: String) throws(ImageLoadError) {
    guard let resolved = FolderEntries.target(of: folder) else {
      throw .folderUnread(path: folder, reason: DynamicLinker.lastError)
    }
    original = resolved
    var root: String?
    for parent in SealedPath.parents where root == nil {
      var template = Array((parent + SealedPath.marker + "XXXXXX").utf8CString)
      if mkdtemp(&template) != nil {
        root = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
      }
    }
    guard let root else {
      throw .folderUnread(
        path: folder,
        reason: "no temporary folder can be made (\(DynamicLinker.lastError)): set TMPDIR, "
          + "or load with mapping: .file")
    }
    self.root = root
  }

  deinit {
    for path in created.reversed() where unlink(path) != 0 { rmdir(path) }
    rmdir(root)
  }

  /// The path of the folder, by which the dynamic linker knows it.
  var path: String { root + original }

  func path(of name: String) -> String { path + "/" + name }

  /// Makes a name of the folder lead to an open file; the first file added for a name
  /// counts.
  func add(_ name: String, _ file: PluginFile) {
    add(original + "/" + name, leadingTo: "/proc/self/fd/\(file.descriptor)")
  }

  /// Makes a path that leads from the folder to a library do so from this one.
  ///
  /// - Returns: whether it does so from now on.
  func add(beside path: String) -> Bool {
    path.hasPrefix(original + "/") && add(path, leadingTo: path)
  }

  /// - Parameter path: an absolute path.
  /// - Returns: false if there is something, or if the path leaves the root.
  @discardableResult
  private func add(_ path: String, leadingTo target: String) -> Bool {
    var (folder, depth) = (root, 0)
    for name in path.split(separator: "/").dropLast() {
      folder += "/" + name
      depth += name == ".." ? -1 : name == "." ? 0 : 1
      if depth < 0 { return false }
      if mkdir(folder, 0o700) == 0 { created.append(folder) }
    }
    guard symlink(target, root + path) == 0 else { return false }
    created.append(root + path)
    return true
  }
}
