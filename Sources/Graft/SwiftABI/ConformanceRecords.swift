// SPDX-License-Identifier: Apache-2.0

import CGraftLoader

/// The conformances that the loaded images declare, read once: looking for the types
/// of many protocols costs no more than for those of one.
final class ConformanceRecords {
  /// A conforming type.
  struct Conformance {
    let type: TypeDescriptor
    /// Nil where it depends on generic arguments, so that the runtime has to look.
    let witnessTable: UnsafeRawPointer?
    fileprivate let record: ConformanceRecord

    /// Where it is declared.
    var moduleName: String { record.moduleName ?? type.moduleName }

    /// What its generic arguments have to meet.
    var conditions: [GenericRequirement] { record.conditions }

    /// The table for a type whose conditions hold.
    func witnessTable(
      of type: TypeMetadata, _ arguments: [UnsafeRawPointer]
    ) -> UnsafeRawPointer? {
      arguments.map(Optional.some).withUnsafeBufferPointer {
        graft_conditional_witness_table(record.address, type.address, $0.baseAddress)
      }
    }
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
  private var declarations: [Declaration: Conformance] = [:]

  init() {
    for section in Self.sections {
      for offset in stride(from: 0, to: section.count, by: 4) {
        let record = ConformanceRecord(relativePointer: section.baseAddress! + offset)
        guard let type = record.type else { continue }
        let extended = record.protocolDescriptor.address
        let found = Conformance(type: type, witnessTable: record.witnessTable, record: record)
        conformances[extended, default: []].append(found)
        declarations[Declaration(type, record.protocolDescriptor)] = found
      }
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
        found[declaration] = several.map(\.moduleName).sorted()
      }
    }
    return found
  }

  /// How a type declares to conform to a protocol.
  func conformance(of type: TypeDescriptor, to wanted: ProtocolDescriptor) -> Conformance? {
    declarations[Declaration(type, wanted)]
  }

  private static var sections: [UnsafeRawBufferPointer] {
    var sections: [UnsafeRawBufferPointer] = []
    withUnsafeMutablePointer(to: &sections) { sections in
      graft_each_conformance_section(
        { start, byteCount, context in
          let sections = context!.assumingMemoryBound(to: [UnsafeRawBufferPointer].self)
          sections.pointee.append(UnsafeRawBufferPointer(start: start, count: byteCount))
        }, sections)
    }
    return sections
  }
}

/// Relative pointers to the protocol and to the type, 32 bits each, one to the
/// witness table, and flags.
private struct ConformanceRecord {
  let address: UnsafeRawPointer

  init(relativePointer field: UnsafeRawPointer) {
    address = field + Int(field.load(as: Int32.self))
  }

  var protocolDescriptor: ProtocolDescriptor {
    ProtocolDescriptor(address: RelativePointer.indirectable(address))
  }

  /// The table itself, unless it is a pattern: for conditional conformances (bits 8 to
  /// 15 of the flags count conditions) and where bits 16 or 17 say so. Nor is one for a
  /// global actor only, by bit 19: where that may be used is for the runtime to say.
  var witnessTable: UnsafeRawPointer? {
    let flags = (address + 12).load(as: UInt32.self)
    return flags & 0xb_ff00 == 0 ? RelativePointer.direct(address + 8) : nil
  }

  /// Behind the flags, and behind the module if that is another one than the type's and
  /// the protocol's, which bit 6 says.
  var conditions: [GenericRequirement] {
    let flags = (address + 12).load(as: UInt32.self)
    return GenericRequirement.list(
      at: address + (flags & 0x40 == 0 ? 16 : 20), count: Int(flags >> 8 & 0xff))
  }

  /// Where that is said, which is where it is neither the type's nor the protocol's.
  var moduleName: String? {
    let flags = (address + 12).load(as: UInt32.self)
    guard flags & 0x40 != 0 else { return nil }
    return TypeDescriptor(address: RelativePointer.indirectable(address + 16)).qualifiedName
  }

  /// Nil for what is no Swift type.
  var type: TypeDescriptor? {
    let field = address + 4
    let target = field + Int(field.load(as: Int32.self))
    // Bits 3 to 5 of the flags say how the type is named.
    switch (address + 12).load(as: UInt32.self) >> 3 & 7 {
    case 0: return TypeDescriptor(address: target)
    case 1: return TypeDescriptor(address: target.load(as: UnsafeRawPointer.self))
    default: return nil
    }
  }
}
