// SPDX-License-Identifier: Apache-2.0

/// The conformances that the loaded images declare, by their protocols: for questions about
/// all types of a protocol.
struct ConformanceRecords {
  /// A conforming type.
  struct Conformance {
    let type: TypeDescriptor
    fileprivate let record: ConformanceRecord

    /// Nil where it depends on generic arguments, so that the runtime has to look.
    var witnessTable: UnsafeRawPointer? { record.witnessTable }
  }

  /// That a type conforms to a protocol, as somebody declares.
  struct Declaration: Hashable {
    let type: UnsafeRawPointer
    let protocolDescriptor: UnsafeRawPointer

    init(_ type: TypeDescriptor, _ extended: ProtocolDescriptor) {
      self.type = type.address
      protocolDescriptor = extended.address
    }
  }

  private var conformances: [UnsafeRawPointer: [Conformance]] = [:]

  init() {
    ConformanceTable.update()
    ConformanceTable.forEach { record in
      guard let type = record.type else { return }
      conformances[record.protocolDescriptor.address, default: []]
        .append(Conformance(type: type, record: record))
    }
  }

  /// The types that conform to a protocol by a declaration of their own: subclasses
  /// of such a class have no record.
  func types(conformingTo wanted: ProtocolDescriptor) -> [Conformance] {
    conformances[wanted.address] ?? []
  }

  /// The modules of conformances of which there are several.
  var duplicates: [Declaration: [String]] {
    var found: [Declaration: [String]] = [:]
    for all in conformances.values {
      let byType = Dictionary(grouping: all) { $0.type.address }
      for several in byType.values where several.count > 1 {
        let declaration = Declaration(several[0].type, several[0].record.protocolDescriptor)
        found[declaration] = several.compactMap(\.record.moduleName).inOrder(<)
      }
    }
    return found
  }
}
