// SPDX-License-Identifier: Apache-2.0

import GraftDescriptors

/// An existential type such as `any P & Q` or `any Box<Int>`.
struct ExistentialType {
  /// The type, or a class of which it is the type of the objects.
  let metadata: TypeMetadata
  let isClassBound: Bool
  /// The superclass; nil if there is none, or it is not known.
  let superclass: TypeMetadata?
  private let hasSuperclass: Bool
  /// In the order of their witness tables in a value.
  let protocols: [ProtocolDescriptor]
  /// Associated types, as in `Box<Int>`.
  private let associatedTypes: [(name: MangledName, type: TypeMetadata)]

  fileprivate enum Kind {
    static let existential: UInt = 0x303
    static let existentialMetatype: UInt = 0x306
    static let extendedExistential: UInt = 0x307
  }

  init?(_ type: TypeMetadata) {
    switch type.kind {
    case Kind.existential: self.init(plain: type.address)
    case Kind.extendedExistential: self.init(extended: type.address)
    default: return nil
    }
  }

  /// The type `any P & Q` of a metatype `any (P & Q).Type`.
  init?(metatype: TypeMetadata) {
    if metatype.kind == Kind.extendedExistential {
      self.init(extended: metatype.address)
    } else {
      guard let instance = metatype.metatypeInstance else { return nil }
      self.init(instance)
    }
  }

  /// A class as the type of its objects, or an existential type.
  init?(classOrExistential type: TypeMetadata) {
    guard type.isClass else {
      self.init(type)
      return
    }
    self.init(superclass: type)
  }

  /// Whether the properties tell all that its values have in common.
  var isPlain: Bool { associatedTypes.isEmpty && hasSuperclass == (superclass != nil) }

  /// The number of witness tables in a value of a metatype; nil unless the type is plain.
  static func tableCount(ofMetatype metatype: TypeMetadata) -> Int? {
    if metatype.kind == Kind.existentialMetatype, let instance = metatype.metatypeInstance,
      instance.kind == Kind.existential
    {
      return Int(instance.address.word(at: 12))
    }
    return ExistentialType(metatype: metatype).flatMap { $0.isPlain ? $0.protocols.count : nil }
  }

  /// The first protocol of a type, without reading the others.
  static func firstProtocol(of type: TypeMetadata) -> ProtocolDescriptor? {
    guard type.kind == Kind.existential, !plainFlags(type.address).hasSuperclass,
      type.address.word(at: 12) > 0
    else { return ExistentialType(type)?.protocols.first }
    return ProtocolDescriptor(address: (type.address + 16).pointer()!)
  }

  var isAnyObject: Bool { protocols.isEmpty && isClassBound && !hasSuperclass }

  func implies(_ wanted: ExistentialType) -> Bool {
    guard !wanted.hasSuperclass else { return false }
    if wanted.isAnyObject { return isClassBound }
    let conforms = wanted.protocols.allSatisfy { wanted in
      protocols.contains { $0.refines(wanted) }
    }
    return conforms
      && wanted.associatedTypes.allSatisfy { wanted in
        associatedTypes.contains { $0.name == wanted.name && $0.type == wanted.type }
      }
  }

  private static func plainFlags(
    _ address: UnsafeRawPointer
  ) -> (isClassBound: Bool, hasSuperclass: Bool) {
    let flags = address.word(at: 8)
    return (flags & 0x8000_0000 == 0, flags & 0x4000_0000 != 0)
  }

  private init(superclass: TypeMetadata) {
    metadata = superclass
    (isClassBound, self.superclass, hasSuperclass) = (true, superclass, true)
    (protocols, associatedTypes) = ([], [])
  }

  /// Reads words: the kind; flags and the number of protocols; a superclass; the protocols.
  private init(plain address: UnsafeRawPointer) {
    metadata = TypeMetadata(address: address)
    (isClassBound, hasSuperclass) = Self.plainFlags(address)
    superclass = hasSuperclass ? TypeMetadata(address: (address + 16).pointer()!) : nil
    let first = address + (hasSuperclass ? 24 : 16)
    protocols = (0..<Int(address.word(at: 12))).map {
      ProtocolDescriptor(address: (first + 8 * $0).pointer()!)
    }
    associatedTypes = []
  }

  /// Reads words: the kind; the shape, which does not depend on arguments; the arguments.
  private init?(extended address: UnsafeRawPointer) {
    guard let shape = ExistentialShape(address: (address + 8).pointer()!) else { return nil }
    var protocols: [ProtocolDescriptor] = []
    var associatedTypes: [(name: MangledName, type: TypeMetadata)] = []
    var (isClassBound, hasSuperclass) = (shape.isClassBound, false)
    for requirement in shape.requirements {
      switch requirement.kind {
      case .conformance where requirement.subjectName == shape.selfName:
        protocols.append(requirement.conformed)
      case .sameType:
        guard let index = requirement.subjectName.parameterIndex else { return nil }
        let argument = TypeMetadata(address: (address + 16 + 8 * index).pointer()!)
        associatedTypes.append((requirement.otherName, argument))
      case .superclass: hasSuperclass = true
      case .suppression: break
      case .layout: isClassBound = true
      // An unknown requirement implies nothing, and nothing implies it.
      default: return nil
      }
    }
    metadata = TypeMetadata(address: address)
    self.protocols = protocols
    self.associatedTypes = associatedTypes
    (self.isClassBound, self.hasSuperclass) = (isClassBound, hasSuperclass)
    superclass = nil
  }
}

/// The shape of an existential type: flags and the mangled type, 32 bits each; the
/// header of the signature, four fields of 16 bits that begin with the numbers of
/// parameters and requirements; and the parts that the flags indicate.
private struct ExistentialShape {
  let isClassBound: Bool
  let requirements: [GenericRequirement<UnsafeRawPointer>]
  /// The parameter `Self`, which is below those for arguments.
  let selfName: MangledName

  private enum Flag {
    static let specialKind: UInt32 = 0xff
    static let generalization: UInt32 = 0x100
    static let typeExpression: UInt32 = 0x200
    static let valueWitnesses: UInt32 = 0x400
    static let implicitParameters: UInt32 = 0x800
    static let implicitGeneralization: UInt32 = 0x1000
    static let known: UInt32 = 0x1fff
  }

  init?(address: UnsafeRawPointer) {
    let flags = address.word(at: 0)
    // 0 is an existential type, 1 one of objects, and 2 the metatype of one.
    guard flags & Flag.specialKind <= 2, flags & ~Flag.known == 0 else { return nil }
    isClassBound = flags & Flag.specialKind == 1
    let hasArguments = flags & Flag.generalization != 0
    selfName = MangledName(text: hasArguments ? "qd__" : "x")
    let parameterCount = address.half(at: 8)
    let requirementCount = address.half(at: 10)
    var end = address + 16
    var described = flags & Flag.implicitParameters == 0 ? Int(parameterCount) : 0
    if hasArguments {
      let generalized = end.half(at: 0)
      described += flags & Flag.implicitGeneralization == 0 ? Int(generalized) : 0
      end += 8
    }
    if flags & Flag.typeExpression != 0 { end += 4 }
    if flags & Flag.valueWitnesses != 0 { end += 4 }
    // Each described parameter has one byte.
    let first = (end + described).alignedUp(toMultipleOf: 4)
    requirements = GenericRequirement.list(at: first, count: Int(requirementCount))
  }
}

extension TypeMetadata {
  /// The instance type of an existential metatype: `any P` of `any P.Type`.
  var metatypeInstance: TypeMetadata? {
    guard kind == ExistentialType.Kind.existentialMetatype else { return nil }
    return TypeMetadata(address: (address + 8).pointer()!)
  }

  /// An existential metatype, which consists of the metadata and a witness table.
  func metatype<Metatype>(_ table: UnsafeRawPointer, as type: Metatype.Type) -> Metatype {
    // Two words in this order (swift/docs/ABI/TypeLayout.rst, "Existential Metatype").
    unsafeBitCast((address, table), to: type)
  }

  /// An existential metatype with several witness tables, in the order of its protocols; nil if
  /// it has another number of them.
  func metatype<Metatype>(
    _ tables: UnsafeBufferPointer<UnsafeRawPointer?>, as type: Metatype.Type
  ) -> Metatype? {
    let wordCount = 1 + tables.count
    guard MemoryLayout<Metatype>.size == wordCount * MemoryLayout<UInt>.size,
      ExistentialType.tableCount(ofMetatype: TypeMetadata(type)) == tables.count
    else { return nil }
    return withUnsafeTemporaryAllocation(of: UnsafeRawPointer?.self, capacity: wordCount) { words in
      words.initializeElement(at: 0, to: address)
      for (index, table) in tables.enumerated() {
        words.initializeElement(at: index + 1, to: table)
      }
      return UnsafeRawPointer(words.baseAddress!).load(as: type)
    }
  }
}
