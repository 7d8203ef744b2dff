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
}
