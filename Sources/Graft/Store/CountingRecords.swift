// SPDX-License-Identifier: Apache-2.0

import GraftDescriptors

/// The records of a protocol's name that count, found once for all subjects.
struct CountingRecords {
  let extensions: ProtocolRecords
  let interceptors: [ExtensionRecord]
  /// False once other records may count: it is kept for what is found by it.
  var isCurrent = true
}

extension RegistryStore.State {
  /// What counts of a protocol's name.
  mutating func counting(of protocolName: String) -> CountingRecords {
    let known = counting[protocolName]
    if let known, known.isCurrent { return known }
    let records = records(of: protocolName)
    let found = CountingRecords(
      extensions: prepared.records(of: protocolName, ifSameAs: records)
        ?? ProtocolRecords(records, after: known?.extensions),
      interceptors: index.interceptors(of: protocolName) { images.counts($0) }
        .map { index.record($0, of: images) }
        .filter { !blocked.contains($0.registered.name) })
    counting[protocolName] = found
    return found
  }

  /// The records of a protocol's name that count.
  mutating func records(of protocolName: String) -> [ExtensionRecord] {
    records(of: protocolName, if: images, blocked)
  }

  /// The records of a protocol's name that would count.
  mutating func records(
    of protocolName: String, if images: ImageTable, _ blocked: Set<String>
  ) -> [ExtensionRecord] {
    index.extensions(of: protocolName) { images.counts($0) }
      .map { index.record($0, of: images) }
      .filter { !blocked.contains($0.registered.name) }
  }

  /// All records of a protocol's name, with the reasons why some do not count.
  mutating func explainedRecords(of base: any ExtensionBase.Type) -> [ExtensionRecord] {
    let withoutLink = subjects.withoutLink(base)
    return index.extensions(of: base.extensibleProtocol.name) { _ in true }.map { id in
      let record = index.record(id, of: images)
      if let exclusion = images.exclusion(Int(id.image)) { return record.excluded(exclusion) }
      if blocked.contains(record.registered.name) { return record.excluded(.blocked) }
      return withoutLink.contains(id) ? record.excluded(.noLink) : record
    }.filter { $0.exclusion != .refused }
  }

  /// What a name can concern that is blocked or not.
  func affected(byExtensionsNamed name: String) -> RegistryStore.Affected {
    let ofInterceptors = index.hasInterceptor(named: name, of: images)
    return ofInterceptors
      ? .all : .protocols(index.protocolNames(ofExtensionsNamed: name, of: images))
  }

  /// What counts of these protocols is to be found anew.
  mutating func forgetCounting(_ affected: RegistryStore.Affected) {
    switch affected {
    case .all: for name in counting.keys { counting[name]!.isCurrent = false }
    case .protocols(let names): for name in names { counting[name]?.isCurrent = false }
    case .intercepted: break
    }
  }
}
