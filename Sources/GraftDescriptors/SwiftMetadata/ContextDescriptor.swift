// SPDX-License-Identifier: Apache-2.0

/// The descriptor of a module, type, protocol or what else declarations are in, in fields of 32
/// bits: flags, and relative pointers to the parent and the name. A type's has an access function
/// and fields, a class's then the superclass; a protocol's the numbers of requirements in its
/// signature and of its own, associated types, and the signature.
@usableFromInline
package struct ContextDescriptor<Place: MetadataPlace> {
  @usableFromInline package let place: Place
  @usableFromInline package let flags: ContextFlags

  @inlinable
  package init(at place: Place) throws(Place.Failure) {
    self.place = place
    flags = ContextFlags(rawValue: try place.word(at: 0))
  }

  @inlinable
  package func parent() throws(Place.Failure) -> Place.Target? { try place.indirectable(at: 4) }

  /// The text of the name, without a parent's, where `ContextFlags.Kind.isNamed` is true.
  @inlinable
  package func name() throws(Place.Failure) -> Place? { try place.relative(at: 8) }

  /// The mangled name of an extension's type.
  @inlinable
  package func extendedType() throws(Place.Failure) -> Place? { try place.relative(at: 8) }

  // MARK: Types

  /// The function that returns the metadata for generic arguments.
  @inlinable
  package func accessFunction() throws(Place.Failure) -> Place? { try place.relative(at: 12) }

  /// The field descriptor, of a type with reflection metadata.
  @inlinable
  package func fields() throws(Place.Failure) -> Place? { try place.relative(at: 16) }

  /// The mangled name of a class's superclass.
  @inlinable
  package func superclass() throws(Place.Failure) -> Place? { try place.relative(at: 20) }

  /// The generic parameters of a generic type, behind two pointers.
  @inlinable
  package func parameters() throws(Place.Failure) -> GenericParameters<Place> {
    try GenericParameters(at: place.advanced(by: (flags.kind == .class ? 44 : 28) + 8))
  }

  // MARK: Protocols

  /// The number of requirements in a protocol's signature.
  @inlinable
  package func signatureCount() throws(Place.Failure) -> Int { Int(try place.word(at: 12)) }

  /// The number of entries in a protocol's tables after the first: refined protocols and members.
  @inlinable
  package func witnessCount() throws(Place.Failure) -> Int { Int(try place.word(at: 16)) }

  /// The first requirement of a protocol's signature.
  @inlinable
  package var signature: Place { place.advanced(by: 24) }
}

/// The flags of a context: its kind, and facts that depend on that.
@usableFromInline
package struct ContextFlags: Hashable, Sendable {
  @usableFromInline
  package enum Kind: UInt32 {
    case module, `extension`, anonymous, `protocol`, opaque
    case `class` = 16
    case structure, enumeration

    /// Whether it is part of a qualified name; extensions, anonymous contexts and opaque types of
    /// results are not.
    @inlinable
    package var isNamed: Bool {
      switch self {
      case .extension, .anonymous, .opaque: false
      case .module, .protocol, .class, .structure, .enumeration: true
      }
    }
  }

  @usableFromInline package let rawValue: UInt32

  @inlinable
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The kind; nil if that, or the version of its layout, is not known.
  @inlinable
  package var kind: Kind? { rawValue & 0xff00 == 0 ? Kind(rawValue: rawValue & 0x1f) : nil }

  /// Whether no other image has a descriptor of the same type.
  ///
  /// Imported types can have several.
  @inlinable
  package var isUnique: Bool { rawValue & 0x40 != 0 }

  @inlinable
  package var isGeneric: Bool { rawValue & 0x80 != 0 }

  /// Whether only classes can conform to a protocol.
  @inlinable
  package var isOfObjects: Bool { kind == .protocol && rawValue & 1 << 16 == 0 }

  /// Whether a protocol's module was built with library evolution.
  @inlinable
  package var isResilient: Bool { kind == .protocol && rawValue & 1 << 17 != 0 }

  /// Whether the library of a class's superclass had library evolution when the class was compiled.
  @inlinable
  package var hasResilientSuperclass: Bool { kind == .class && rawValue & 1 << 29 != 0 }
}

/// The header of generic parameters: the numbers of parameters, requirements and key arguments, and
/// flags, 16 bits each; then a byte for each parameter, and the requirements.
@usableFromInline
package struct GenericParameters<Place: MetadataPlace> {
  @usableFromInline package let count: Int
  @usableFromInline package let requirementCount: Int
  /// The number of arguments that metadata of the type is made of.
  @usableFromInline package let keyArgumentCount: Int
  /// The flags that are not known: all but those of types that can't be copied.
  @usableFromInline package let unknownFlags: UInt16
  @usableFromInline package let place: Place

  @inlinable
  init(at place: Place) throws(Place.Failure) {
    self.place = place
    count = Int(try place.half(at: 0))
    requirementCount = Int(try place.half(at: 2))
    keyArgumentCount = Int(try place.half(at: 4))
    unknownFlags = try place.half(at: 6) & ~2
  }

  /// The unknown flags of a parameter; 0 for a type.
  @inlinable
  package func unknownFlags(ofParameter index: Int) throws(Place.Failure) -> UInt8 {
    try place.byte(at: 8 + index) & ~0x80
  }

  /// The first requirement.
  @inlinable
  package var requirements: Place { place.advanced(by: 8 + (count + 3) / 4 * 4) }
}
