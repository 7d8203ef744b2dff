// SPDX-License-Identifier: Apache-2.0

/// A declared conformance, in fields of 32 bits: relative pointers to the protocol, the type and
/// the witness table, and flags; then what the flags say.
@usableFromInline
package struct ConformanceDescriptor<Place: MetadataPlace> {
  @usableFromInline package let place: Place
  @usableFromInline package let flags: ConformanceFlags

  @inlinable
  package init(at place: Place) throws(Place.Failure) {
    self.place = place
    flags = ConformanceFlags(rawValue: try place.word(at: 12))
  }

  @inlinable
  package func conformed() throws(Place.Failure) -> Place.Target? { try place.indirectable(at: 0) }

  /// The type's descriptor; nil if the type is missing, or not a Swift type.
  @inlinable
  package func type() throws(Place.Failure) -> Place.Target? {
    switch flags.typeKind {
    case .descriptor: try place.relative(at: 4)?.target
    case .pointer: try place.relative(at: 4)?.pointer()
    case .className, .class, nil: nil
    }
  }

  /// The witness table; nil if the runtime makes one for each type.
  @inlinable
  package func witnessTable() throws(Place.Failure) -> Place? {
    return flags.isUnconditional && !flags.isMadeAtRunTime ? try place.relative(at: 8) : nil
  }

  /// The module that declares a retroactive conformance.
  @inlinable
  package func module() throws(Place.Failure) -> Place.Target? {
    flags.isRetroactive ? try place.indirectable(at: 16) : nil
  }

  /// The first condition, behind a retroactive conformance's module.
  @inlinable
  package var conditions: Place { place.advanced(by: flags.isRetroactive ? 20 : 16) }

  /// The mangled name of the actor of an isolated conformance; nil where its place is not known.
  ///
  /// It comes after the conditions, the resilient witnesses and the generic table's header.
  @inlinable
  package func actor() throws(Place.Failure) -> Place? {
    guard flags.isIsolated, !flags.hasPackConditions else { return nil }
    var place = conditions.advanced(by: 12 * flags.conditionCount)
    if flags.hasResilientWitnesses {
      place = place.advanced(by: 4 + 8 * Int(try place.word(at: 0)))
    }
    if flags.hasGenericTable { place = place.advanced(by: 12) }
    return try place.relative(at: 0)
  }
}

/// The flags of a conformance (`ConformanceFlags` in swift/ABI/MetadataValues.h).
@usableFromInline
package struct ConformanceFlags: Hashable, Sendable {
  /// The target of the pointer to the type.
  @usableFromInline
  package enum TypeKind: UInt32 {
    case descriptor
    /// A pointer to the descriptor.
    case pointer
    /// Objective-C's.
    case className, `class`
  }

  @usableFromInline package let rawValue: UInt32

  @inlinable
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  @inlinable
  package var typeKind: TypeKind? { TypeKind(rawValue: rawValue >> 3 & 7) }

  @inlinable
  package var isRetroactive: Bool { rawValue & 0x40 != 0 }

  @inlinable
  package var conditionCount: Int { Int(rawValue >> 8 & 0xff) }

  @inlinable
  package var hasResilientWitnesses: Bool { rawValue & 0x1_0000 != 0 }

  @inlinable
  package var hasGenericTable: Bool { rawValue & 0x2_0000 != 0 }

  /// Whether all types that conform to one protocol conform to another: the runtime has to decide.
  @inlinable
  package var isOfProtocol: Bool { rawValue & 0x4_0000 != 0 }

  /// Whether it holds on a global actor only.
  @inlinable
  package var isIsolated: Bool { rawValue & 0x8_0000 != 0 }

  /// Whether conditions concern parameter packs.
  @inlinable
  package var hasPackConditions: Bool { rawValue & 0xff00_0000 != 0 }

  /// Whether it holds for all arguments of the type, everywhere.
  @inlinable
  package var isUnconditional: Bool { conditionCount == 0 && !isOfProtocol && !isIsolated }

  /// Whether the runtime makes its tables.
  @inlinable
  package var isMadeAtRunTime: Bool { hasResilientWitnesses || hasGenericTable }

  /// The flags of an unknown layout, which no Swift up to 6.3 sets; 0 for none.
  @inlinable
  package var unknown: UInt32 { rawValue & 0xe0_0007 | (typeKind == nil ? rawValue & 0x38 : 0) }
}
