// SPDX-License-Identifier: Apache-2.0

import CGraftLoader

/// Whether a maker's constraints hold for its subject.
///
/// The runtime's answer to that is a cast. For a type that it has not seen before it
/// reads all conformance records of the process, for the maker and then for each
/// constraint, so that many subjects cost their number times that of the records. Where
/// the records are at hand in a table, as for `ExtensionRegistry.validate()`, constraints
/// of the plain kind are looked up there.
enum MakerConformance {
  /// - Returns: the type as a maker, and the global actor on which alone the constraints
  ///   hold; nil if they do not.
  static func maker(
    _ type: Any.Type
  ) -> (maker: any ExtensionMaker.Type, actor: UnsafeRawPointer?)? {
    let type = TypeMetadata(type)
    let records = graft_conformances().map {
      Unmanaged<ConformanceRecords>.fromOpaque($0).takeUnretainedValue()
    }
    if let table = records.flatMap({ witnessTable(of: type, $0) }) {
      return (maker(type, table), nil)
    }
    var actor: UnsafeRawPointer?
    return graft_isolated_witness_table(type.address, makerProtocol.address, &actor)
      .map { (maker(type, $0), actor) }
  }

  /// A metatype of an existential type is the metadata and the table.
  private static func maker(
    _ type: TypeMetadata, _ table: UnsafeRawPointer
  ) -> any ExtensionMaker.Type {
    unsafeBitCast((type.address, table), to: (any ExtensionMaker.Type).self)
  }

  /// Has the records at hand while a body runs, on this thread.
  static func reading<Result>(_ records: ConformanceRecords, _ body: () -> Result) -> Result {
    withExtendedLifetime(records) {
      let before = graft_exchange_conformances(Unmanaged.passUnretained(records).toOpaque())
      defer { _ = graft_exchange_conformances(before) }
      return body()
    }
  }

  private static let makerProtocol = ExistentialType(TypeMetadata((any ExtensionMaker).self))!
    .protocols[0]

  /// Nil if there is more to look at than the records. That something does not conform
  /// is for the runtime to say, too.
  private static func witnessTable(
    of maker: TypeMetadata, _ records: ConformanceRecords
  ) -> UnsafeRawPointer? {
    guard let (descriptor, subject) = maker.oneArgument,
      let conformance = records.conformance(of: descriptor, to: makerProtocol),
      let subjectDescriptor = subject.plainDescriptor
    else { return nil }
    var tables: [UnsafeRawPointer] = []
    for condition in conformance.conditions {
      guard condition.isPlainConformance, condition.subject == MangledName(text: "x"),
        let table = records.conformance(of: subjectDescriptor, to: condition.requiredProtocol)?
          .witnessTable
      else { return nil }
      tables.append(table)
    }
    return conformance.witnessTable(of: maker, tables)
  }
}
