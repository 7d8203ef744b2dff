// SPDX-License-Identifier: Apache-2.0

/// The requirements of a generic declaration, a protocol or a conditional
/// conformance.
struct GenericSignature: Hashable {
  /// A requirement of the signature.
  enum Condition: Hashable {
    case conforms(SwiftType, Declaration)
    case sameType(SwiftType, SwiftType)
    case superclass(SwiftType, SwiftType)
    case isObject(SwiftType)
    /// An unknown kind, or a type that is not understood.
    case unknown(String)
  }

  var conditions: [Condition]

  /// The most requirements that are read; no declaration has as many.
  static let countLimit = 1 << 12

  /// The requirements that are not understood.
  var unknown: [String] {
    conditions.compactMap { if case .unknown(let what) = $0 { what } else { nil } }
  }

  /// The protocols that a protocol or class requires of its first parameter or
  /// of itself.
  var protocols: [Declaration] {
    conditions.compactMap { condition in
      if case .conforms(.parameter(0), let found) = condition { found } else { nil }
    }
  }
}

extension GenericSignature.Condition {
  private enum Kind {
    static let conforms: UInt32 = 0
    static let sameType: UInt32 = 1
    static let superclass: UInt32 = 2
    /// The kind of `~Copyable` and the like, which require nothing.
    static let suppression: UInt32 = 5
    static let layout: UInt32 = 0x1f
  }
  private static let kindBits: UInt32 = 0x1f
  /// The known bits: the kind, and whether a witness table is passed.
  private static let knownBits: UInt32 = 0x9f

  /// Reads a requirement: flags, the mangled subject type, and the required type or
  /// protocol; 32 bits each.
  ///
  /// Nil for one that requires nothing.
  init?(
    _ program: SwiftProgram, _ file: SwiftFile, at address: UInt64
  ) throws(InspectionError) {
    let flags = try file.memory.u32(at: address)
    let kind = flags & Self.kindBits
    if kind == Kind.suppression { return nil }
    guard flags & ~Self.knownBits == 0 else {
      self = .unknown("a requirement with the flags \(flags.hex)")
      return
    }
    guard let subject = try program.type(file, named: address &+ 4) else {
      self = .unknown("a type that is not understood")
      return
    }
    switch kind {
    case Kind.conforms:
      guard
        let found = try program.declaration(
          file, indirectable: address &+ 8, ignoring: 2)
      else {
        throw InspectionError(
          .malformedSwiftSection, "a requirement of no protocol", offset: address)
      }
      self = .conforms(subject, found)
    case Kind.sameType, Kind.superclass:
      guard let other = try program.type(file, named: address &+ 8) else {
        self = .unknown("a type that is not understood")
        return
      }
      self = kind == Kind.sameType ? .sameType(subject, other) : .superclass(subject, other)
    case Kind.layout where try file.memory.u32(at: address &+ 8) == 0: self = .isObject(subject)
    default: self = .unknown("a requirement with the flags \(flags.hex)")
    }
  }
}

extension SwiftProgram {
  /// Reads requirements.
  ///
  /// - Parameter address: the first requirement's address.
  func conditions(
    _ file: SwiftFile, at address: UInt64, count: Int
  ) throws(InspectionError) -> [GenericSignature.Condition] {
    guard count <= GenericSignature.countLimit else {
      throw InspectionError(
        .tooLarge, "more than \(GenericSignature.countLimit) requirements of a declaration",
        offset: address, value: UInt64(count))
    }
    var conditions: [GenericSignature.Condition] = []
    for index in 0..<UInt64(count) {
      if let found = try GenericSignature.Condition(self, file, at: address &+ 12 &* index) {
        conditions.append(found)
      }
    }
    return conditions
  }

  /// A protocol's signature.
  ///
  /// The counts of its signature's requirements and of its own follow its name.
  func signature(ofProtocol context: ContextDescriptor) throws(InspectionError) -> GenericSignature
  {
    let count = Int(try context.file.memory.u32(at: context.address &+ 12))
    return GenericSignature(
      conditions: try conditions(context.file, at: context.address &+ 24, count: count))
  }

  /// Whether a protocol is one of objects.
  func isOfObjects(_ declared: Declaration) throws(InspectionError) -> Bool {
    guard let context = try context(declared), context.kind == .protocol else { return false }
    return context.isOfObjects
  }

  /// The known flags: conditional requirements for types that can't be copied,
  /// which don't matter here.
  private static var knownSignatureFlags: UInt16 { 2 }
  /// A type parameter for which metadata has an argument.
  private static var passedParameter: UInt8 { 0x80 }

  /// A class's requirements on its only parameter; nil for another number of
  /// parameters.
  func signature(
    ofClass context: ContextDescriptor
  ) throws(InspectionError) -> GenericSignature? {
    guard context.kind == .class, context.isGeneric else { return nil }
    let found = try parameters(of: context)
    return found.count == 1 ? found.signature : nil
  }

  /// A type's generic parameters and requirements.
  ///
  /// After the descriptor's fields come two pointers; the numbers of parameters,
  /// requirements and arguments (16 bits each); flags; a byte for each parameter; and
  /// the requirements.
  func parameters(
    of context: ContextDescriptor
  ) throws(InspectionError) -> (count: Int, signature: GenericSignature) {
    guard context.isGeneric else { return (0, GenericSignature(conditions: [])) }
    let header = context.address &+ (context.kind == .class ? 44 : 28) &+ 8
    let count = UInt64(try context.file.memory.u16(at: header))
    let flags = try context.file.memory.u16(at: header &+ 6)
    guard count <= SwiftType.deepest else {
      throw InspectionError(
        .unsupported, "a type with more than \(SwiftType.deepest) generic parameters",
        offset: header, value: count)
    }
    var kinds: UInt8 = 0
    for index in 0..<count { kinds |= try context.file.memory.byte(at: header &+ 8 &+ index) }
    guard flags & ~Self.knownSignatureFlags == 0, kinds & ~Self.passedParameter == 0 else {
      throw InspectionError(
        .unsupported, "a generic type with unknown flags",
        offset: header, value: UInt64(flags) << 8 | UInt64(kinds))
    }
    let requirements = header &+ 8 &+ (count + 3) / 4 * 4
    let requirementCount = Int(try context.file.memory.u16(at: header &+ 2))
    return (
      Int(count),
      GenericSignature(
        conditions: try conditions(context.file, at: requirements, count: requirementCount))
    )
  }
}
