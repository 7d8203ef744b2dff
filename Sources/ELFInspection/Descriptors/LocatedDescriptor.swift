// SPDX-License-Identifier: Apache-2.0

public import GraftDescriptors

/// A descriptor, and where it lies.
public struct LocatedDescriptor: Hashable, Sendable {
  /// The record, as it was read.
  public var descriptor: ExtensionDescriptor
  /// The file, or member of an archive, that holds it.
  public var origin: Origin
  /// As a target triple names it.
  public var architecture: String
  /// By which the registry decides between repetitions.
  public var image: ImageFacts
  /// In the section table; nil for a file without one.
  public var sectionIndex: Int?
  /// The offset of the record, in bytes from the start of its section.
  public var offset: UInt64
  /// The bytes of the record, padding included.
  public var byteCount: Int
  /// Nil if the slot is empty or its relocation can't be read.
  public var accessor: Accessor?

  /// The function that answers for the extension, as far as the file tells.
  public struct Accessor: Hashable, Sendable {
    /// Nil where the slot has an address.
    public var symbol: String?
    /// What is added to the symbol, or the virtual address.
    public var value: UInt64
    /// From there to the end of its symbol, in bytes; nil where nobody has asked, and
    /// where no symbol says it.
    public var codeByteCount: UInt64?
  }

  /// What is not known of its place is nil.
  public init(
    _ descriptor: ExtensionDescriptor, origin: Origin, architecture: String,
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
