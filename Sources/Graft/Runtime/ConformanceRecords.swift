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

  private struct Declaration: Hashable {
    let type: UnsafeRawPointer
    let protocolDescriptor: UnsafeRawPointer
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
        declarations[Declaration(type: type.address, protocolDescriptor: extended)] = found
      }
    }
  }

  /// The types that conform to a protocol by a declaration of their own: subclasses
  /// of such a class have no record.
  func types(conformingTo wanted: ProtocolDescriptor) -> [Conformance] {
    conformances[wanted.address] ?? []
  }

  /// How a type declares to conform to a protocol.
  func conformance(of type: TypeDescriptor, to wanted: ProtocolDescriptor) -> Conformance? {
    declarations[Declaration(type: type.address, protocolDescriptor: wanted.address)]
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
  /// 15 of the flags count conditions) and where bits 16 or 17 say so.
  var witnessTable: UnsafeRawPointer? {
    let flags = (address + 12).load(as: UInt32.self)
    return flags & 0x3_ff00 == 0 ? RelativePointer.direct(address + 8) : nil
  }

  /// Behind the flags, and behind the module if that is another one than the type's and
  /// the protocol's, which bit 6 says.
  var conditions: [GenericRequirement] {
    let flags = (address + 12).load(as: UInt32.self)
    return GenericRequirement.list(
      at: address + (flags & 0x40 == 0 ? 16 : 20), count: Int(flags >> 8 & 0xff))
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

/// Flags, then relative pointers to the parent, the name, the access function and
/// the fields, 32 bits each.
struct TypeDescriptor {
  let address: UnsafeRawPointer

  private var flags: UInt32 { address.load(as: UInt32.self) }

  var isGeneric: Bool { flags & 0x80 != 0 }

  /// With its module, and without generic arguments.
  var qualifiedName: String {
    let name = RelativePointer.direct(address + 8)
    let own = String(cString: name.assumingMemoryBound(to: CChar.self))
    guard (address + 4).load(as: Int32.self) != 0 else { return own }
    let parent = TypeDescriptor(address: RelativePointer.indirectable(address + 4))
    return parent.isNamed ? parent.qualifiedName + "." + own : own
  }

  /// True for modules, protocols and types; extensions and functions have no name.
  private var isNamed: Bool { [0, 3, 16, 17, 18].contains(flags & 0x1f) }

  private var accessFunction: UnsafeRawPointer { RelativePointer.direct(address + 12) }

  /// Of a type that is not generic.
  var type: Any.Type {
    unsafeBitCast(graft_metadata(accessFunction)!, to: Any.Type.self)
  }

  /// Behind the seven fields of an enumeration come those of a generic context, as
  /// below.
  var hasOneUnconstrainedParameter: Bool {
    guard isGeneric, flags & 0x1f == 18 else { return false }
    let header = address + 28 + 8
    let counts = (0..<3).map { (header + 2 * $0).load(as: UInt16.self) }
    return counts == [1, 0, 1]
  }

  // MARK: Of a class `PExtension<Subject: P>`

  /// Behind the fields of a class's descriptor come those of a generic context: two
  /// pointers, the numbers of parameters, requirements and key arguments (16 bits
  /// each) and flags, a byte for each parameter, and the requirements.
  private static let genericHeader = 44

  /// What its first generic parameter conforms to.
  var subjectProtocol: ProtocolDescriptor? {
    let header = address + Self.genericHeader + 8
    let parameterCount = Int(header.load(as: UInt16.self))
    let requirementCount = Int((header + 2).load(as: UInt16.self))
    let keyArgumentCount = (header + 4).load(as: UInt16.self)
    guard parameterCount == 1, keyArgumentCount == 2 else { return nil }
    return GenericRequirement.list(at: header + 8 + 4, count: requirementCount)
      .first { $0.kind == .conformance }?.requiredProtocol
  }

  /// The class for a subject; nil if the subject does not conform.
  ///
  /// - Parameter baseTable: how the class conforms to `ExtensionBase`, if that is the
  ///   same for all subjects. Looking it up costs the runtime a search of all
  ///   conformances of the process, for each subject.
  func base(
    of subject: ConformanceRecords.Conformance, conformingTo subjectProtocol: ProtocolDescriptor,
    baseTable: UnsafeRawPointer?
  ) -> (any ExtensionBase.Type)? {
    let argument = unsafeBitCast(subject.type.type, to: UnsafeRawPointer.self)
    guard
      let table = subject.witnessTable ?? graft_witness_table(argument, subjectProtocol.address),
      let metadata = graft_generic_metadata(accessFunction, argument, table)
    else { return nil }
    guard let baseTable else {
      return unsafeBitCast(metadata, to: Any.Type.self) as? any ExtensionBase.Type
    }
    // A metatype of an existential type is the metadata and the table.
    return unsafeBitCast((metadata, baseTable), to: (any ExtensionBase.Type).self)
  }
}

/// Pointers of 32 bits, relative to themselves.
enum RelativePointer {
  static func direct(_ field: UnsafeRawPointer) -> UnsafeRawPointer {
    field + Int(field.load(as: Int32.self))
  }

  /// Bit 0 is set if it leads to another pointer.
  static func indirectable(_ field: UnsafeRawPointer) -> UnsafeRawPointer {
    let offset = field.load(as: Int32.self)
    let target = field + Int(offset & ~1)
    return offset & 1 == 0 ? target : target.load(as: UnsafeRawPointer.self)
  }
}
