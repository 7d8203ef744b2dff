// SPDX-License-Identifier: Apache-2.0

/// A mapping of a file, from `/proc/PID/maps` or NT_FILE.
struct FileMapping: Equatable {
  var start: UInt64
  var end: UInt64
  var path: Path
  /// The device; nil in a core file.
  var device: UInt64?
  var inode: UInt64?
  var isDeleted = false

  /// Removes the kernel's mark of a deleted file from the end of a path; false
  /// if there is none.
  static func takeMark(_ path: inout ArraySlice<UInt8>) -> Bool {
    let mark = Array(" (deleted)".utf8)
    guard path.count > mark.count, path.suffix(mark.count).elementsEqual(mark) else { return false }
    path = path.dropLast(mark.count)
    return true
  }
}
