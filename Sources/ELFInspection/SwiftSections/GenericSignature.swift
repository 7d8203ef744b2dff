// SPDX-License-Identifier: Apache-2.0

/// What a generic declaration, a protocol or a conditional conformance asks of types.
struct GenericSignature: Hashable {
  /// One requirement.
  enum Condition: Hashable {
    case conforms(SwiftType, Declaration)
    case sameType(SwiftType, SwiftType)
    case superclass(SwiftType, SwiftType)
    case isObject(SwiftType)
    /// Of a kind that is not known here, or about a type that is not understood.
    case unknown(String)
  }

  var conditions: [Condition]

  /// More than any declaration has.
  static let countLimit = 1 << 12

  /// What of it is not understood.
  var unknown: [String] {
    conditions.compactMap { if case .unknown(let what) = $0 { what } else { nil } }
  }

  /// What a protocol or class asks of its first parameter, or of itself.
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
    /// `~Copyable` and the like, which ask for nothing.
    static let suppression: UInt32 = 5
    static let layout: UInt32 = 0x1f
  }
  private static let kindBits: UInt32 = 0x1f
  /// Whether a table is passed for it.
  private static let knownBits: UInt32 = 0x9f

  /// Flags, the mangled type that it is about, and what is asked of that; 32 bits each.
  /// Nil for what asks nothing.
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
  /// - Parameter address: of the first requirement.
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

  /// Of a protocol: the numbers of requirements in its signature and of its own follow its
  /// name.
  func signature(ofProtocol context: ContextDescriptor) throws(InspectionError) -> GenericSignature
  {
    let count = Int(try context.file.memory.u32(at: context.address &+ 12))
    return GenericSignature(
      conditions: try conditions(context.file, at: context.address &+ 24, count: count))
  }

  /// True for a protocol without members that inherits from none.
  func requiresNothing(_ declared: Declaration) throws(InspectionError) -> Bool {
    guard let context = try context(declared), context.kind == .protocol else { return false }
    let count = try context.file.memory.u32(at: context.address &+ 16)
    let refined = try refinements(of: declared)
    return count == 0 && refined.count == 1
  }

  /// What of it holds for types that can't be copied only, which changes nothing here.
  private static var knownSignatureFlags: UInt16 { 2 }
  /// A parameter that is a type, and that metadata have an argument for.
  private static var passedParameter: UInt8 { 0x80 }

  /// What a class asks of its one parameter; nil for a class with another number of them.
  func signature(
    ofClass context: ContextDescriptor
  ) throws(InspectionError) -> GenericSignature? {
    guard context.kind == .class, context.isGeneric else { return nil }
    let found = try parameters(of: context)
    return found.count == 1 ? found.signature : nil
  }

  /// The generic parameters of a type, and what it asks of them. Behind the fields of its
  /// descriptor come two pointers, the numbers of parameters, requirements and arguments
  /// (16 bits each), flags, a byte for each parameter, and the requirements.
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
        .unsupported, "a generic type with flags that are not known here",
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
