// SPDX-License-Identifier: Apache-2.0

/// The temporary folders that repeat the path of a folder of plug-ins.
///
/// The dynamic linker opens sealed copies of files through them, so its names and errors
/// contain their paths.
package enum SealedPath {
  /// The last component of such a folder's path, without six random characters.
  package static var marker: String { "/graft-sealed." }

  /// The folders in which they are made, the one to try first at the front.
  package static var parents: [String] {
    [Environment.value("TMPDIR"), "/tmp", "/dev/shm"].compactMap(\.self)
  }

  /// Removes the prefixes of such folders from a text of the dynamic linker.
  static func originals(in text: String) -> String {
    guard let range = text.firstRange(of: marker) else { return text }
    let before = text[..<range.lowerBound]
    let parent = parents.first { before.hasSuffix($0) }
    return before.dropLast(parent?.count ?? 0)
      + originals(in: String(text[range.upperBound...].dropFirst(6)))
  }
}
