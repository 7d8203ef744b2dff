// SPDX-License-Identifier: Apache-2.0

import CGraftLoader

/// A type's descriptor, in fields of 32 bits: flags, and relative pointers to the parent, the name,
/// the access function and the fields.
struct TypeDescriptor: Hashable, TableKey {
  let address: UnsafeRawPointer

  var hash: UInt { Self.hash(of: UInt(bitPattern: address)) }

  private var flags: UInt32 { address.load(as: UInt32.self) }

  var isGeneric: Bool { flags & 0x80 != 0 }

  /// Whether no other image has a descriptor of the same type.
  ///
  /// Imported types can have several.
  var isUnique: Bool { flags & 0x40 != 0 }

  /// The name with its module and without generic arguments.
  var qualifiedName: String {
    let name = RelativePointer.direct(address + 8)
    let own = String(cString: name.assumingMemoryBound(to: CChar.self))
    guard (address + 4).load(as: Int32.self) != 0 else { return own }
    let parent = TypeDescriptor(address: RelativePointer.indirectable(address + 4))
    return parent.isNamed ? parent.qualifiedName + "." + own : own
  }

  var moduleName: String { String(qualifiedName.prefix { $0 != "." }) }

  /// Whether it is a module, protocol or type.
  ///
  /// Extensions and functions have no name.
  private var isNamed: Bool { [0, 3, 16, 17, 18].contains(flags & 0x1f) }

  var accessFunction: UnsafeRawPointer { RelativePointer.direct(address + 12) }

  /// The type, if it is not generic.
  var type: Any.Type {
    TypeMetadata(address: graft_metadata(accessFunction)!).type
  }

  // MARK: Classes

  /// The class that a class derives from; nil if it derives from none.
  var superclass: TypeDescriptor? {
    guard flags & 0x1f == 16, (address + 20).load(as: Int32.self) != 0 else { return nil }
    return MangledName.declaration(relativePointer: address + 20)
  }

  /// Whether a class was compiled against a superclass of a library with library evolution.
  var hasResilientSuperclass: Bool { flags & 1 << 29 != 0 }

  // MARK: Classes `PExtension<Subject: P>`

  /// The offset of the generic context behind a class's fields: two pointers; the numbers of
  /// parameters, requirements and key arguments, and flags, 16 bits each; a byte for each
  /// parameter; the requirements.
  private static let genericHeader = 44

  /// The protocol that the only generic parameter conforms to.
  var subjectProtocol: ProtocolDescriptor? {
    let header = address + Self.genericHeader + 8
    let parameterCount = Int(header.load(as: UInt16.self))
    let requirementCount = Int((header + 2).load(as: UInt16.self))
    let keyArgumentCount = (header + 4).load(as: UInt16.self)
    guard parameterCount == 1, keyArgumentCount == 2 else { return nil }
    return GenericRequirement.list(at: header + 8 + 4, count: requirementCount)
      .first { $0.kind == .conformance }?.requiredProtocol
  }
}

/// Relative pointers: 32-bit offsets from their own address.
enum RelativePointer {
  static func direct(_ field: UnsafeRawPointer) -> UnsafeRawPointer {
    field + Int(field.load(as: Int32.self))
  }

  /// The target of a pointer whose bit 0 marks an indirect reference.
  static func indirectable(_ field: UnsafeRawPointer) -> UnsafeRawPointer {
    let offset = field.load(as: Int32.self)
    let target = field + Int(offset & ~1)
    return offset & 1 == 0 ? target : target.load(as: UnsafeRawPointer.self)
  }
}
