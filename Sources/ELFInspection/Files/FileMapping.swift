// SPDX-License-Identifier: Apache-2.0

/// A mapping of a file, as `/proc/PID/maps` or NT_FILE has it.
struct FileMapping: Equatable {
  var start: UInt64
  var end: UInt64
  var path: Path
  /// Nil in a core file.
  var device: UInt64?
  var inode: UInt64?
  var isDeleted = false

  /// Takes the kernel's mark of a deleted file from the end of its path; false for none.
  static func takeMark(_ path: inout ArraySlice<UInt8>) -> Bool {
    let mark = Array(" (deleted)".utf8)
    guard path.count > mark.count, path.suffix(mark.count).elementsEqual(mark) else { return false }
    path = path.dropLast(mark.count)
    return true
  }
}
