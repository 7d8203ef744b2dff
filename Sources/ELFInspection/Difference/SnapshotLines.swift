// SPDX-License-Identifier: Apache-2.0

/// A report of `--format ndjson`: the lines from `start` to `end`.
struct SnapshotLines {
  private let bytes: [UInt8]

  /// Splits a report into lines; nil if it does not begin like one.
  init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    guard let first = line(from: 0),
      // A JSON document can consist of one line too.
      line(from: first.endIndex) != nil,
      let item = try? SnapshotReading.decode(LineType.self, first, ""), item.type == "start"
    else { return nil }
  }

  private struct LineType: Decodable {
    var type: String
  }

  func snapshot() throws(InspectionError) -> Snapshot {
    var items: [SnapshotItem] = []
    var (number, next) = (0, line(from: 0))
    while let line = next {
      number += 1
      next = self.line(from: line.endIndex)
      let item = try SnapshotReading.decode(
        SnapshotItem.self, line, "line \(number) of the snapshot", offset: line.startIndex)
      switch item {
      case .start where number == 1, .other: break
      case .descriptor, .protocol, .manifest: items.append(item)
      case .end(let exit) where next == nil: return Snapshot(items, exit: exit)
      case .start, .end: throw SnapshotReading.truncated
      }
    }
    throw SnapshotReading.truncated
  }

  /// The first non-empty line, or nil.
  ///
  /// Lines are found one at a time, since each can be as short as two bytes.
  private func line(from start: Int) -> ArraySlice<UInt8>? {
    guard let first = bytes[start...].firstIndex(where: { $0 != 0x0a }) else { return nil }
    return bytes[first...].prefix { $0 != 0x0a }
  }
}
