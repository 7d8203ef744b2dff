// SPDX-License-Identifier: Apache-2.0

/// The parts of a mangled name in an image (swift/docs/ABI/Mangling.rst), which has references to
/// declarations among its characters.
@usableFromInline
package struct MangledParts<Place: MetadataPlace> {
  @usableFromInline
  package enum Part {
    case character(UInt8)
    /// A reference to a type or protocol; nil for a null pointer.
    case declaration(Place.Target?)
    /// A reference to something else, which only the runtime understands.
    case other(Place)
    /// Such a reference by an address, which stands at this place.
    case address(Place)
  }

  @usableFromInline
  var next: Place

  @inlinable
  package init(at place: Place) { next = place }

  /// The next part; nil at the end.
  @inlinable
  package mutating func part() throws(Place.Failure) -> Part? {
    let byte = try next.byte(at: 0)
    let place = next.advanced(by: 1)
    switch byte {
    case 0: return nil
    // An offset from itself.
    case 0x01...0x17:
      next = place.advanced(by: 4)
      let target = place.advanced(by: Int(Int32(bitPattern: try place.word(at: 0))))
      return switch byte {
      case 1: .declaration(target.target)
      case 2: .declaration(try target.pointer())
      default: .other(target)
      }
    case 0x18...0x1f:
      next = place.advanced(by: 8)
      return .address(place)
    default:
      next = place
      return .character(byte)
    }
  }
}
