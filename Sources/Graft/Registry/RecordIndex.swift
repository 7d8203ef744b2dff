// SPDX-License-Identifier: Apache-2.0

import GraftDescriptors

/// The records of all images by the unqualified names of their protocols.
///
/// All copies of a program share one index, which only grows, and ask it for
/// records of their own images. The registry's lock guards it.
final class RecordIndex: @unchecked Sendable {
  /// Adjacent records of one protocol.
  private struct Run {
    let kind: DescriptorKind
    let image: UInt32
    let first: UInt32
    let end: UInt32

    func ids(in images: ImageTable) -> [RecordID] {
      isIn(images) ? (first..<end).map { RecordID(image: image, index: $0) } : []
    }

    func isIn(_ images: ImageTable) -> Bool { Int(image) < images.entries.count }
  }

  private var runs = KeyTable<String, [Run]>()
  private var pointcuts: [Run] = []
  /// The records that have been needed.
  private var records = KeyTable<RecordID, ExtensionRecord>()

  func add(_ loaded: LoadedImage, number: Int) {
    for each in loaded.recordRuns {
      let run = Run(kind: each.kind, image: UInt32(number), first: each.first, end: each.end)
      if each.kind == .pointcut {
        pointcuts.append(run)
      } else {
        let name = ExtensionDescriptor.unqualified(protocolName: each.protocolName)
        runs[name, default: []].append(run)
      }
    }
  }

  /// The extensions or the advice for a protocol, without pointcuts.
  func records(
    _ kind: DescriptorKind, of protocolName: String, in images: ImageTable
  ) -> [RecordID] {
    (runs[protocolName] ?? []).filter { $0.kind == kind }.flatMap { $0.ids(in: images) }
  }

  func pointcuts(in images: ImageTable) -> [RecordID] {
    pointcuts.flatMap { $0.ids(in: images) }
  }

  /// The subjects that can change when an extension of this name comes or goes.
  func affected(byExtensionsNamed name: String, in images: ImageTable) -> Affected {
    func has(_ run: Run) -> Bool {
      guard run.isIn(images) else { return false }
      let loaded = images[Int(run.image)].loaded
      return (run.first..<run.end).contains { loaded.extensionName(Int($0), is: name) }
    }
    if pointcuts.contains(where: has) { return .all }
    return .protocols(Set(runs.pairs.lazy.filter { $1.contains(where: has) }.map(\.0)))
  }

  func record(_ id: RecordID, in images: ImageTable) -> ExtensionRecord {
    let entry = images[Int(id.image)]
    let known = records[id]
    if let known, known.registered.image == entry.image, known.plugin == entry.plugin {
      return known
    }
    let record = ExtensionRecord(
      id: id, registered: entry.registered(Int(id.index)),
      accessor: entry.loaded.accessor(Int(id.index)), plugin: entry.plugin, sharing: known)
    records[id] = record
    return record
  }
}
