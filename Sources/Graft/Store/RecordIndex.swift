// SPDX-License-Identifier: Apache-2.0

import GraftDescriptors

/// Where the records of a protocol are, by its name without what qualifies it.
struct RecordIndex {
  private var extensions: [String: [RecordID]] = [:]
  private var advice: [String: [RecordID]] = [:]
  /// Of any protocol.
  private var pointcuts: [RecordID] = []
  /// Those that have been asked for.
  private var records: [RecordID: ExtensionRecord] = [:]

  mutating func add(_ loaded: LoadedImage, number: Int) {
    for index in 0..<loaded.recordCount {
      let names = loaded.recordNames(index)
      let id = RecordID(image: UInt32(number), index: UInt32(index))
      let name = Descriptor.unqualified(protocolName: names.protocolName)
      switch names.kind {
      case .extension: extensions[name, default: []].append(id)
      case .advice: advice[name, default: []].append(id)
      case .pointcut: pointcuts.append(id)
      }
    }
  }

  func extensions(of protocolName: String) -> [RecordID] { extensions[protocolName] ?? [] }

  /// What stands in front of chains, of this protocol and of any.
  func interceptors(of protocolName: String) -> [RecordID] {
    (advice[protocolName] ?? []) + pointcuts
  }

  /// A record, read when it is asked for the first time.
  mutating func record(_ id: RecordID, of images: ImageTable) -> ExtensionRecord {
    if let record = records[id] { return record }
    let entry = images[Int(id.image)]
    let record = ExtensionRecord(
      id: id, registered: entry.registered(Int(id.index)),
      accessor: entry.loaded.accessor(Int(id.index)))
    records[id] = record
    return record
  }

  /// They are read anew: they name their image, which has changed.
  mutating func forget(recordsOf number: Int, count: Int) {
    for index in 0..<count {
      records[RecordID(image: UInt32(number), index: UInt32(index))] = nil
    }
  }
}
