// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

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
  /// Reads a requirement; nil for one that requires nothing.
  init?(
    _ program: SwiftProgram, _ requirement: GenericRequirement<FilePlace>
  ) throws(InspectionError) {
    let kind = requirement.kind
    if kind == .suppression { return nil }
    guard let kind else {
      self = .unknown(Self.flags(of: requirement))
      return
    }
    func type(_ name: FilePlace?) throws(InspectionError) -> SwiftType? {
      guard let name else { return nil }
      return try program.type(at: name)
    }
    guard let subject = try type(requirement.subject()) else {
      self = .unknown("a type that is not understood")
      return
    }
    switch kind {
    case .conformance:
      guard let found = try requirement.requiredProtocol() else {
        throw InspectionError(
          .malformedSwiftSection, "a requirement of no protocol", offset: requirement.place.address)
      }
      self = .conforms(subject, program.declaration(found, in: requirement.place.file))
    case .sameType, .superclass:
      guard let other = try type(requirement.otherType()) else {
        self = .unknown("a type that is not understood")
        return
      }
      self = kind == .sameType ? .sameType(subject, other) : .superclass(subject, other)
    case .layout where try requirement.isOfObjects(): self = .isObject(subject)
    case .layout, .suppression: self = .unknown(Self.flags(of: requirement))
    }
  }

  private static func flags(of requirement: GenericRequirement<FilePlace>) -> String {
    "a requirement with the flags \(requirement.flags.hex)"
  }
}

extension SwiftProgram {
  /// Reads requirements.
  func conditions(
    at first: FilePlace, count: Int
  ) throws(InspectionError) -> [GenericSignature.Condition] {
    guard count <= GenericSignature.countLimit else {
      throw InspectionError(
        .tooLarge, "more than \(GenericSignature.countLimit) requirements of a declaration",
        offset: first.address, value: UInt64(count))
    }
    var conditions: [GenericSignature.Condition] = []
    for index in 0..<count {
      if let found = try GenericSignature.Condition(self, GenericRequirement(first, at: index)) {
        conditions.append(found)
      }
    }
    return conditions
  }

  func signature(ofProtocol context: DeclaredContext) throws(InspectionError) -> GenericSignature {
    let descriptor = context.descriptor
    return GenericSignature(
      conditions: try conditions(at: descriptor.signature, count: descriptor.signatureCount()))
  }

  /// Whether a protocol is one of objects.
  func isOfObjects(_ declared: Declaration) throws(InspectionError) -> Bool {
    try context(declared)?.flags.isOfObjects ?? false
  }

  /// A class's requirements on its only parameter; nil for another number of
  /// parameters.
  func signature(ofClass context: DeclaredContext) throws(InspectionError) -> GenericSignature? {
    guard context.kind == .class, context.flags.isGeneric else { return nil }
    let found = try parameters(of: context)
    return found.count == 1 ? found.signature : nil
  }

  /// A type's generic parameters and requirements.
  func parameters(
    of context: DeclaredContext
  ) throws(InspectionError) -> (count: Int, signature: GenericSignature) {
    guard context.flags.isGeneric else { return (0, GenericSignature(conditions: [])) }
    let found = try context.descriptor.parameters()
    guard found.count <= SwiftType.deepest else {
      throw InspectionError(
        .unsupported, "a type with more than \(SwiftType.deepest) generic parameters",
        offset: found.place.address, value: UInt64(found.count))
    }
    var kinds: UInt8 = 0
    for index in 0..<found.count { kinds |= try found.unknownFlags(ofParameter: index) }
    guard found.unknownFlags == 0, kinds == 0 else {
      throw InspectionError(
        .unsupported, "a generic type with unknown flags",
        offset: found.place.address, value: UInt64(found.unknownFlags) << 8 | UInt64(kinds))
    }
    return (
      found.count,
      GenericSignature(
        conditions: try conditions(at: found.requirements, count: found.requirementCount))
    )
  }
}
