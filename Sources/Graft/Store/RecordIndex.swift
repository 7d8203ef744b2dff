// SPDX-License-Identifier: Apache-2.0

import GraftDescriptors

/// Where the records of a protocol are, by its name without what qualifies it.
struct RecordIndex {
  /// Records that lie one behind the other and are of one protocol.
  private struct Run {
    let image: UInt32
    let first: UInt32
    let end: UInt32

    var indices: Range<Int> { Int(first)..<Int(end) }
    var ids: [RecordID] { indices.map { RecordID(image: image, index: UInt32($0)) } }
  }

  private var extensions = KeyTable<String, [Run]>()
  private var advice = KeyTable<String, [Run]>()
  /// Of any protocol.
  private var pointcuts: [Run] = []
  /// Those that have been asked for.
  private var records = KeyTable<RecordID, ExtensionRecord>()

  mutating func add(_ loaded: LoadedImage, number: Int) {
    for each in loaded.recordRuns {
      let run = Run(image: UInt32(number), first: each.first, end: each.end)
      let name = ExtensionDescriptor.unqualified(protocolName: each.protocolName)
      switch each.kind {
      case .extension: extensions[name, default: []].append(run)
      case .advice: advice[name, default: []].append(run)
      case .pointcut: pointcuts.append(run)
      }
    }
  }

  /// - Parameter counts: whether an image's records are wanted.
  func extensions(of protocolName: String, where counts: (Int) -> Bool) -> [RecordID] {
    ids(extensions[protocolName] ?? [], counts)
  }

  /// What stands in front of chains, of this protocol and of any.
  func interceptors(of protocolName: String, where counts: (Int) -> Bool) -> [RecordID] {
    ids(advice[protocolName] ?? [], counts) + ids(pointcuts, counts)
  }

  private func ids(_ runs: [Run], _ counts: (Int) -> Bool) -> [RecordID] {
    runs.filter { counts(Int($0.image)) }.flatMap(\.ids)
  }

  /// The protocols of the extensions that have a name.
  func protocolNames(ofExtensionsNamed name: String, of images: ImageTable) -> Set<String> {
    Set(
      extensions.pairs.lazy.filter { $1.contains { has(name, $0, images) } }.map(\.0))
  }

  /// Whether something that stands in front of chains has a name.
  func hasInterceptor(named name: String, of images: ImageTable) -> Bool {
    (advice.values.joined() + pointcuts).contains { has(name, $0, images) }
  }

  private func has(_ name: String, _ run: Run, _ images: ImageTable) -> Bool {
    run.indices.contains { images[Int(run.image)].loaded.extensionName($0, is: name) }
  }

  /// A record, read when it is asked for the first time.
  mutating func record(_ id: RecordID, of images: ImageTable) -> ExtensionRecord {
    let image = images[Int(id.image)].image
    if let record = records[id] {
      // It names its image, which can be said to be a build of another.
      return record.registered.image == image ? record : record.naming(image)
    }
    let record = read(id, of: images)
    records[id] = record
    return record
  }

  private func read(_ id: RecordID, of images: ImageTable) -> ExtensionRecord {
    let entry = images[Int(id.image)]
    return ExtensionRecord(
      id: id, registered: entry.registered(Int(id.index)),
      accessor: entry.loaded.accessor(Int(id.index)), loaderEntry: entry.loaded.entryAddress)
  }

  /// They are read anew when they are asked for.
  mutating func forget(recordsOf number: Int, count: Int) {
    for index in 0..<count {
      records[RecordID(image: UInt32(number), index: UInt32(index))] = nil
    }
  }
}
