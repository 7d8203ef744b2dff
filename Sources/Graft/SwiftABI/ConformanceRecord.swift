// SPDX-License-Identifier: Apache-2.0

import CGraftLoader
import GraftDescriptors

/// A declared conformance in this process.
struct ConformanceRecord: Equatable {
  /// The address in the image that declares it.
  let address: UnsafeRawPointer

  private var descriptor: ConformanceDescriptor<UnsafeRawPointer> {
    ConformanceDescriptor(at: address)
  }

  /// Flags of an unknown layout; 0 for none.
  var unknownFlags: UInt32 { descriptor.flags.unknown }

  /// The protocol; nil for one that the dynamic linker has not found.
  var protocolDescriptor: ProtocolDescriptor? {
    descriptor.conformed().map { ProtocolDescriptor(address: $0) }
  }

  /// The type's descriptor; nil if the type is missing, or not a Swift type.
  var type: TypeDescriptor? { descriptor.type().map { TypeDescriptor(address: $0) } }

  /// The witness table; nil if the runtime makes it.
  var witnessTable: UnsafeRawPointer? { descriptor.witnessTable() }

  /// Whether it holds for all arguments of the type, everywhere.
  var isUnconditional: Bool { descriptor.flags.isUnconditional }

  /// The table for a type, where the conformance has no conditions.
  func witnessTable(of type: TypeMetadata) -> UnsafeRawPointer? {
    witnessTable ?? graft_made_witness_table(address, type.address)
  }

  var moduleName: String? {
    descriptor.module().map { TypeDescriptor(address: $0).qualifiedName } ?? type?.moduleName
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
    return addresses.lazy.compactMap { $0.relative(at: 0) }
      .map { ConformanceRecord(address: $0).unknownFlags }.first { $0 != 0 }
      .map { "a conformance has the unknown flags 0x" + String($0, radix: 16) }
  }

  /// The addresses of pointers to the records.
  private var addresses: [UnsafeRawPointer] {
    start.map { start in stride(from: 0, to: byteCount, by: 4).map { start + $0 } } ?? []
  }

  /// The records with the descriptors of their types.
  var records: [(ConformanceRecord, UnsafeRawPointer)] {
    guard problem == nil else { return [] }
    return addresses.compactMap { entry in
      guard let address = entry.relative(at: 0) else { return nil }
      let record = ConformanceRecord(address: address)
      return record.type.map { (record, $0.address) }
    }
  }
}

/// The conformances that the loaded images declare, by protocol.
struct ConformanceRecords {
  typealias Conformance = (type: TypeDescriptor, record: ConformanceRecord)

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
      guard let type = record.type, let conformed = record.protocolDescriptor else { return }
      conformances[conformed.address, default: []].append((type, record))
    }
  }

  /// The types that are declared to conform, without subclasses.
  func types(conformingTo wanted: ProtocolDescriptor) -> [Conformance] {
    conformances[wanted.address] ?? []
  }

  /// The modules of each conformance that several modules declare.
  var duplicates: KeyTable<Declaration, [String]> {
    var found = KeyTable<Declaration, [String]>()
    for (conformed, all) in conformances.pairs {
      var byType = KeyTable<UnsafeRawPointer, [Conformance]>()
      for each in all { byType[each.type.address, default: []].append(each) }
      for several in byType.values where several.count > 1 {
        let declaration = Declaration(
          several[0].type, ProtocolDescriptor(address: conformed))
        found[declaration] = several.compactMap(\.record.moduleName).inOrder(<)
      }
    }
    return found
  }
}
