// SPDX-License-Identifier: Apache-2.0

public import GraftDescriptors

/// A descriptor, and where it lies.
public struct LocatedDescriptor: Hashable, Sendable {
  public var descriptor: Descriptor
  public var origin: Origin
  public var architecture: String
  public var image: ImageFacts
  /// In the section table; nil for a file without one.
  public var sectionIndex: Int?
  /// Of the record, in bytes from the start of its section.
  public var offset: UInt64
  public var byteCount: Int
  /// Nil if the slot is empty or its relocation can't be read.
  public var accessor: Accessor?

  /// The function that answers for the extension, as far as the file tells.
  public struct Accessor: Hashable, Sendable {
    /// Nil where the slot has an address.
    public var symbol: String?
    /// What is added to the symbol, or the virtual address.
    public var value: UInt64
  }

  public init(
    _ descriptor: Descriptor, origin: Origin, architecture: String,
    image: ImageFacts = ImageFacts(), sectionIndex: Int? = nil,
    offset: UInt64 = 0, byteCount: Int = 0, accessor: Accessor? = nil
  ) {
    self.descriptor = descriptor
    self.origin = origin
    self.architecture = architecture
    self.image = image
    self.sectionIndex = sectionIndex
    self.offset = offset
    self.byteCount = byteCount
    self.accessor = accessor
  }
}
