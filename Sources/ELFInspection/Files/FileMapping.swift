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
  /// The offset of its first byte, from the start of the file.
  var offset: UInt64 = 0
  /// Whether the process may write to it.
  var isWritable = false

  func contains(_ address: UInt64) -> Bool { start <= address && address < end }

  /// The address of a byte of the file; nil if it is not mapped here.
  func address(ofFileOffset fileOffset: UInt64) -> UInt64? {
    guard fileOffset >= offset, start < end, fileOffset - offset < end - start else { return nil }
    return start + (fileOffset - offset)
  }

  /// Removes the kernel's mark of a deleted file from the end of a path; false
  /// if there is none.
  static func takeMark(_ path: inout ArraySlice<UInt8>) -> Bool {
    let mark = Array(" (deleted)".utf8)
    guard path.count > mark.count, path.suffix(mark.count).elementsEqual(mark) else { return false }
    path = path.dropLast(mark.count)
    return true
  }
}
