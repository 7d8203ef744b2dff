// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A folder that this process alone can enter, and that is gone with this object. In it is the
/// path of another folder once more, where names lead to open files: so the dynamic linker opens
/// what was judged, whatever has the name meanwhile, and `$ORIGIN` leads to what was judged too.
final class SealedFolder {
  /// What is put before paths.
  private let root: String
  /// The folder, without symbolic links.
  let original: String
  private var created: [String] = []

  private static let marker = "/graft-sealed."

  init(for folder: String) throws(ImageLoadError) {
    guard let resolved = realpath(folder, nil) else {
      throw .folderUnread(path: folder, reason: DynamicLinker.lastError)
    }
    defer { free(resolved) }
    original = String(cString: resolved)
    var root: String?
    for parent in [Environment.value("TMPDIR"), "/tmp", "/dev/shm"].compactMap(\.self)
    where root == nil {
      var template = Array((parent + Self.marker + "XXXXXX").utf8CString)
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

  func path(of name: String) -> String { root + original + "/" + name }

  /// Has a name of the folder lead to an open file; the first file that is given for it.
  func add(_ name: String, _ file: OpenFile) {
    add(original + "/" + name, leadingTo: "/proc/self/fd/\(file.descriptor)")
  }

  /// - Parameter path: absolute, without `..`.
  func add(_ path: String, leadingTo target: String) {
    var folder = root
    for name in path.split(separator: "/").dropLast() {
      folder += "/" + name
      if mkdir(folder, 0o700) == 0 { created.append(folder) }
    }
    if symlink(target, root + path) == 0 { created.append(root + path) }
  }

  /// Takes such folders out of what the dynamic linker says.
  static func originals(in text: String) -> String {
    guard let range = text.firstRange(of: marker) else { return text }
    let start = text[..<range.lowerBound].lastIndex(of: " ").map { text.index(after: $0) }
    return text[..<(start ?? text.startIndex)]
      + originals(in: String(text[range.upperBound...].dropFirst(6)))
  }
}
