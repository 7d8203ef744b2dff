// SPDX-License-Identifier: Apache-2.0

import CGraftLoader

/// A declared conformance, in fields of 32 bits: relative pointers to the protocol, the type and
/// the witness table, and flags.
struct ConformanceRecord: Equatable {
  let address: UnsafeRawPointer

  private enum Flag {
    static let typeKind: UInt32 = 0x38
    static let isRetroactive: UInt32 = 0x40
    static let conditionCount: UInt32 = 0xff00
    // The runtime makes the table of such a conformance.
    static let hasResilientWitnesses: UInt32 = 0x1_0000
    static let hasGenericTable: UInt32 = 0x2_0000
    // The runtime has to decide where such a conformance holds.
    static let isOfProtocol: UInt32 = 0x4_0000
    static let isIsolated: UInt32 = 0x8_0000
    // No Swift up to 6.3 sets these (`ConformanceFlags` in swift/ABI/MetadataValues.h).
    static let unknown: UInt32 = 0xe0_0007
  }

  init(relativePointer field: UnsafeRawPointer) {
    address = RelativePointer.direct(field)
  }

  /// Flags of an unknown layout; 0 for none.
  var unknownFlags: UInt32 {
    let isOfKnownKind = flags & Flag.typeKind <= 3 << 3
    return flags & Flag.unknown | (isOfKnownKind ? 0 : flags & Flag.typeKind)
  }

  private var flags: UInt32 { (address + 12).load(as: UInt32.self) }

  var protocolDescriptor: ProtocolDescriptor {
    ProtocolDescriptor(address: RelativePointer.indirectable(address))
  }

  /// The type's descriptor; nil if the type is missing, or not a Swift type.
  var type: TypeDescriptor? {
    let target = RelativePointer.direct(address + 4)
    switch (flags & Flag.typeKind) >> 3 {
    case 0: return TypeDescriptor(address: target)
    case 1: return target.load(as: UnsafeRawPointer?.self).map { TypeDescriptor(address: $0) }
    default: return nil
    }
  }

  /// The witness table; nil if the runtime makes it.
  var witnessTable: UnsafeRawPointer? {
    isUnconditional && !isMadeAtRunTime ? RelativePointer.direct(address + 8) : nil
  }

  /// Whether it holds for all arguments of the type, everywhere.
  var isUnconditional: Bool {
    flags & (Flag.conditionCount | Flag.isOfProtocol | Flag.isIsolated) == 0
  }

  private var isMadeAtRunTime: Bool {
    flags & (Flag.hasResilientWitnesses | Flag.hasGenericTable) != 0
  }

  /// The table for a type, where the conformance has no conditions.
  func witnessTable(of type: TypeMetadata) -> UnsafeRawPointer? {
    witnessTable ?? graft_made_witness_table(address, type.address)
  }

  var moduleName: String? {
    guard flags & Flag.isRetroactive != 0 else { return type?.moduleName }
    return TypeDescriptor(address: RelativePointer.indirectable(address + 16)).qualifiedName
  }
}

/// The conformance records of an image.
struct ConformanceSection: Equatable {
  private let start: UnsafeRawPointer?
  private let byteCount: Int
  private let version: Int
  /// The reason why the records are not read.
  private(set) var problem: String?

  /// - Parameter image: the image's section, as Swift has registered it.
  init(image: UInt) {
    self.init(at: image)
    if isLoaded { problem = findProblem() }
  }

  private init(at image: UInt) {
    let found = graft_find_conformances(UnsafeRawPointer(bitPattern: image))
    (start, byteCount, version) = (found.start, found.byte_count, found.version)
  }

  var isLoaded: Bool { version != 0 }

  func isUnchanged(of image: UInt) -> Bool {
    let now = ConformanceSection(at: image)
    return (now.start, now.byteCount, now.version) == (start, byteCount, version)
  }

  private func findProblem() -> String? {
    guard start != nil else { return "version \(version) of its metadata sections is not known" }
    return addresses.lazy.map { ConformanceRecord(relativePointer: $0).unknownFlags }
      .first { $0 != 0 }
      .map { "a conformance has the unknown flags 0x" + String($0, radix: 16) }
  }

  /// The addresses of pointers to the records.
  private var addresses: [UnsafeRawPointer] {
    start.map { start in stride(from: 0, to: byteCount, by: 4).map { start + $0 } } ?? []
  }

  /// The records with the descriptors of their types.
  var records: [(ConformanceRecord, UnsafeRawPointer)] {
    guard problem == nil else { return [] }
    return addresses.compactMap { address in
      let record = ConformanceRecord(relativePointer: address)
      return record.type.map { (record, $0.address) }
    }
  }
}

/// The conformances that the loaded images declare, by protocol.
struct ConformanceRecords {
  struct Conformance {
    let type: TypeDescriptor
    fileprivate let record: ConformanceRecord

    /// The witness table; nil if the runtime makes it.
    var witnessTable: UnsafeRawPointer? { record.witnessTable }
    /// The record's address, in the image that declares it.
    var address: UnsafeRawPointer { record.address }
  }

  struct Declaration: TableKey {
    let type: UnsafeRawPointer
    let protocolDescriptor: UnsafeRawPointer

    var hash: UInt { type.hash }

    init(_ type: TypeDescriptor, _ extended: ProtocolDescriptor) {
      self.type = type.address
      protocolDescriptor = extended.address
    }
  }

  private var conformances = KeyTable<UnsafeRawPointer, [Conformance]>()

  init(_: ConformanceTable.Reading) {
    ConformanceTable.forEach { record in
      guard let type = record.type else { return }
      conformances[record.protocolDescriptor.address, default: []]
        .append(Conformance(type: type, record: record))
    }
  }

  /// The types that are declared to conform, without subclasses.
  func types(conformingTo wanted: ProtocolDescriptor) -> [Conformance] {
    conformances[wanted.address] ?? []
  }

  /// The modules of each conformance that several modules declare.
  var duplicates: KeyTable<Declaration, [String]> {
    var found = KeyTable<Declaration, [String]>()
    for all in conformances.values {
      var byType = KeyTable<UnsafeRawPointer, [Conformance]>()
      for each in all { byType[each.type.address, default: []].append(each) }
      for several in byType.values where several.count > 1 {
        let declaration = Declaration(several[0].type, several[0].record.protocolDescriptor)
        found[declaration] = several.compactMap(\.record.moduleName).inOrder(<)
      }
    }
    return found
  }
}
