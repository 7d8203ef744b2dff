// SPDX-License-Identifier: Apache-2.0

/// A place in an image where Swift's metadata can be read: in this process, or in a file.
///
/// One reader serves both, so that files and the program can't disagree on a layout. The layouts in
/// this folder are those of the Swift ABI (swift/include/swift/ABI/Metadata.h and
/// MetadataValues.h).
///
/// Its readers are functions, no properties: the compiler of Swift 6.3 ends by a signal where a
/// property throws `Never`.
@usableFromInline
package protocol MetadataPlace {
  /// The error of a place that is not there; none in this process.
  associatedtype Failure: Error
  /// The target of a pointer: a place, and in a file also a symbol of another one.
  associatedtype Target

  /// - Parameter offset: in bytes from this place, as for the others.
  func byte(at offset: Int) throws(Failure) -> UInt8
  func half(at offset: Int) throws(Failure) -> UInt16
  func word(at offset: Int) throws(Failure) -> UInt32
  func advanced(by offset: Int) -> Self
  /// The target of the pointer at this place; nil for a null pointer.
  func pointer() throws(Failure) -> Target?
  /// This place as the target of a pointer.
  var target: Target { get }
}

extension MetadataPlace {
  /// The target of a 32-bit relative pointer, an offset from its own place; nil for a null pointer.
  @inlinable
  package func relative(at offset: Int) throws(Failure) -> Self? {
    let distance = Int32(bitPattern: try word(at: offset))
    return distance == 0 ? nil : advanced(by: offset + Int(distance))
  }

  /// The target of a relative pointer whose lowest bit means that it leads to a pointer; nil for a
  /// null pointer.
  ///
  /// - Parameter ignored: other bits that are not part of the distance.
  @inlinable
  package func indirectable(
    at offset: Int, ignoring ignored: UInt32 = 0
  ) throws(Failure) -> Target? {
    let word = try word(at: offset) & ~ignored
    guard word != 0 else { return nil }
    let place = advanced(by: offset + Int(Int32(bitPattern: word & ~1)))
    return word & 1 == 0 ? place.target : try place.pointer()
  }
}
