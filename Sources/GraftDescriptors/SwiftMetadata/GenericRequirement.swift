// SPDX-License-Identifier: Apache-2.0

/// A requirement of a generic signature, in fields of 32 bits: flags, the mangled type that is
/// constrained, and the constraint.
@usableFromInline
package struct GenericRequirement<Place: MetadataPlace> {
  @usableFromInline
  package enum Kind: UInt32 {
    case conformance
    case sameType
    case superclass
    /// A suppressed conformance, as in `~Copyable`, which requires nothing.
    case suppression = 5
    case layout = 0x1f
  }

  @usableFromInline package let place: Place
  @usableFromInline package let flags: UInt32

  /// - Parameters:
  ///   - first: the first requirement of a signature.
  ///   - index: which of them.
  @inlinable
  package init(_ first: Place, at index: Int) throws(Place.Failure) {
    place = first.advanced(by: 12 * index)
    flags = try place.word(at: 0)
  }

  /// The kind; nil if that or another flag is unknown, save that a witness table can be passed.
  @inlinable
  package var kind: Kind? {
    // Suppressed conformances have other fields.
    if flags & 0x1f == Kind.suppression.rawValue { return .suppression }
    return flags & ~0x9f == 0 ? Kind(rawValue: flags & 0x1f) : nil
  }

  /// The mangled type that is constrained.
  @inlinable
  package func subject() throws(Place.Failure) -> Place? { try place.relative(at: 4) }

  /// The mangled type that it is the same as, or inherits from.
  @inlinable
  package func otherType() throws(Place.Failure) -> Place? { try place.relative(at: 8) }

  /// The protocol of a conformance.
  ///
  /// Bit 1 of the pointer would mean Objective-C.
  @inlinable
  package func requiredProtocol() throws(Place.Failure) -> Place.Target? {
    try place.indirectable(at: 8, ignoring: 2)
  }

  /// Whether a layout is that of objects.
  @inlinable
  package func isOfObjects() throws(Place.Failure) -> Bool { try place.word(at: 8) == 0 }
}
