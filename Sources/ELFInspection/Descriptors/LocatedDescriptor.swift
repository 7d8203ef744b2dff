// SPDX-License-Identifier: Apache-2.0

public import GraftDescriptors

/// A descriptor and its location.
public struct LocatedDescriptor: Hashable, Sendable {
  /// The record's contents.
  public var descriptor: ExtensionDescriptor
  /// The file, or member of an archive, that holds it.
  public var origin: Origin
  /// The architecture, as a target triple spells it.
  public var architecture: String
  /// Facts about the image; the registry uses them to choose between repeated
  /// extensions.
  public var image: ImageFacts
  /// The section's index; nil for a file without section table.
  public var sectionIndex: Int?
  /// The section's offset, in bytes from the start of the file or archive member.
  public var sectionOffset: UInt64
  /// The record's offset, in bytes from the start of its section.
  public var offset: UInt64
  /// The record's size in bytes, padding included.
  public var byteCount: Int
  /// The accessor; nil if the slot is empty or its relocation can't be read.
  public var accessor: Accessor?
  /// Its state in the process that maps the file, or would load it; nil if there is none, or
  /// it is unknown.
  public var state: ExtensionState?

  /// The function that a record points to, as far as the file tells.
  public struct Accessor: Hashable, Sendable {
    /// The symbol's name; nil if the slot holds an address.
    public var symbol: String?
    /// The addend to the symbol, or the virtual address.
    public var value: UInt64
    /// The size in bytes from there to the end of its symbol; nil if it was not
    /// requested or no symbol covers it.
    public var codeByteCount: UInt64?
  }

  /// Creates a located descriptor; unknown locations are nil.
  public init(
    _ descriptor: ExtensionDescriptor, origin: Origin, architecture: String,
    image: ImageFacts = ImageFacts(), sectionIndex: Int? = nil, sectionOffset: UInt64 = 0,
    offset: UInt64 = 0, byteCount: Int = 0, accessor: Accessor? = nil
  ) {
    self.descriptor = descriptor
    self.origin = origin
    self.architecture = architecture
    self.image = image
    self.sectionIndex = sectionIndex
    self.sectionOffset = sectionOffset
    self.offset = offset
    self.byteCount = byteCount
    self.accessor = accessor
  }

  /// The record's offset, in bytes from the start of the file or archive member.
  var offsetInFile: UInt64 { sectionOffset &+ offset }
}
