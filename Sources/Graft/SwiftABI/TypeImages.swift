// SPDX-License-Identifier: Apache-2.0

import CGraftLoader

/// Where the code of a type is.
extension TypeMetadata {
  /// The shared objects that declare a class or one that it inherits from, by where their
  /// program headers are.
  var imagesOfClass: Set<UInt> {
    var images: Set<UInt> = []
    var next: TypeMetadata? = self
    while let type = next {
      images.formUnion(Self.image(of: type.address + Self.classDescriptorOffset))
      next = type.superclass
    }
    return images
  }

  /// The shared object that declares a struct or an enumeration, by where its program headers
  /// are.
  var imagesOfValue: Set<UInt> {
    Self.valueKinds.contains(kind) ? Self.image(of: address + Self.valueDescriptorOffset) : []
  }

  /// Words: kind, superclass, two of sizes and flags, and a half of each.
  private static let classDescriptorOffset = 40
  private static let valueDescriptorOffset = 8
  private static let valueKinds: ClosedRange<UInt> = 0x200...0x202

  /// By the descriptor, which lies in the image also if the metadata of a generic type
  /// was made at run time.
  private static func image(of field: UnsafeRawPointer) -> Set<UInt> {
    var image: UInt = 0
    let descriptor = field.load(as: UnsafeRawPointer?.self)
    guard let descriptor, graft_shared_object_around(descriptor, &image) else { return [] }
    return [image]
  }
}
