// SPDX-License-Identifier: Apache-2.0

/// Why a file, or a part of it, can't be read.
public struct InspectionError: Error, Hashable, Sendable {
  /// What kind of error it is, by which reports can be searched.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// The system refuses: no such file, no permission, a read that fails.
    case system
    /// A folder, FIFO, device or socket.
    case notRegularFile = "not-regular-file"
    case notELF = "not-elf"
    case malformedHeader = "malformed-header"
    /// A truncated file: it must never look like one without descriptors.
    case sectionTableOutside = "section-table-outside"
    /// No section can be found by name, or some can't.
    case malformedSectionNames = "malformed-section-names"
    /// A linked file without section table and anchor: nothing can be known of it.
    case nothingToGoBy = "nothing-to-go-by"
    /// What a compiler writes for a link that compiles it (`-flto`).
    case intermediateCode = "intermediate-code"
    /// `objcopy --only-keep-debug`: the sections are in the file that it was made of.
    case debugData = "debug-data"
    case malformedRecord = "malformed-record"
    case malformedSection = "malformed-section"
    case malformedSegment = "malformed-segment"
    case malformedArchive = "malformed-archive"
    case malformedRelocation = "malformed-relocation"
    case malformedAnchor = "malformed-anchor"
    /// An anchor of a later Graft.
    case unknownVersion = "unknown-version"
    /// What Swift's compiler leaves for its runtime.
    case malformedSwiftSection = "malformed-swift-section"
    case malformedSnapshot = "malformed-snapshot"
    /// A list of file names, given with `--files-from`, can't be read.
    case malformedList = "malformed-list"
    /// A file of a class or byte order on which no Graft runs.
    case foreignClass = "foreign-class"
    /// What was to be compared is for different architectures.
    case otherArchitecture = "other-architecture"
    /// A process has mapped what was deleted or replaced since.
    case replacedFile = "replaced-file"
    /// An input of a link that is an image of its own, and keeps its descriptors.
    case keptApart = "kept-apart"
    /// A library that was read since a file needs it.
    case neededLibrary = "needed-library"
    /// Beyond what is read of any file; the text names the limit.
    case tooLarge = "too-large"
    /// libelf can't: the text says what.
    case unsupported
    case libelf
  }

  /// For programs.
  public var code: Code
  /// For people, without the place.
  public var text: String
  /// Where, in bytes from the start of the file or archive member.
  public var offset: UInt64?
  /// The number found there.
  public var value: UInt64?

  /// An error; place and number are nil where there are none.
  public init(_ code: Code, _ text: String, offset: UInt64? = nil, value: UInt64? = nil) {
    self.code = code
    self.text = text
    self.offset = offset
    self.value = value
  }
}

extension InspectionError: CustomStringConvertible {
  public var description: String {
    let places = [offset.map { "offset \($0.hex)" }, value.map { "value \($0.hex)" }]
      .compactMap { $0 }
    return places.isEmpty ? text : "\(text) (\(places.joined(separator: ", ")))"
  }
}

extension BinaryInteger {
  /// As addresses are written: `0x1f`.
  public var hex: String { "0x" + String(self, radix: 16) }
}
