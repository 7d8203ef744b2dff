// SPDX-License-Identifier: Apache-2.0

/// A report of `--format ndjson`: lines from `start` to `end`.
struct SnapshotLines {
  private let lines: [ArraySlice<UInt8>]

  /// Nil for what does not begin as one.
  init?(_ bytes: [UInt8]) throws(InspectionError) {
    let lines = bytes.split(separator: 0x0a)
    // A document of JSON can be one line too.
    guard lines.count > 1, let first = lines.first,
      let item = try? SnapshotReading.decode(LineType.self, first, ""), item.type == "start"
    else { return nil }
    self.lines = lines
  }

  private struct LineType: Decodable {
    var type: String
  }

  func snapshot() throws(InspectionError) -> Snapshot {
    var entries: [Snapshot.Entry] = []
    for (index, line) in lines.enumerated() {
      let item = try SnapshotReading.decode(
        SnapshotItem.self, line, "line \(index + 1) of the snapshot", offset: line.startIndex)
      switch item {
      case .start where index == 0, .other: break
      case .descriptor(let entry): entries.append(entry)
      case .end(let exit) where index == lines.count - 1:
        return Snapshot(entries: entries, exit: exit)
      case .start, .end: throw SnapshotReading.truncated
      }
    }
    throw SnapshotReading.truncated
  }
}
