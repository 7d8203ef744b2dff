// SPDX-License-Identifier: Apache-2.0

/// An error that keeps a file, or a part of it, from being read.
public struct InspectionError: Error, Hashable, Sendable {
  /// The kind of an error, which reports show so that programs can filter.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// The system refused: no such file, no permission, a failed read.
    case system
    /// The file is a folder, FIFO, device or socket.
    case notRegularFile = "not-regular-file"
    case notELF = "not-elf"
    case malformedHeader = "malformed-header"
    /// A table lies outside the file, probably because it was truncated. Such a
    /// file must not pass for one without descriptors.
    case sectionTableOutside = "section-table-outside"
    /// Some or all sections can't be found by name.
    case malformedSectionNames = "malformed-section-names"
    /// A linked file has neither section table nor anchor, so its records can't
    /// be found.
    case nothingToGoBy = "nothing-to-go-by"
    /// The object holds a compiler's intermediate code, which the link compiles
    /// (`-flto`).
    case intermediateCode = "intermediate-code"
    /// The file has only debug information (`objcopy --only-keep-debug`); the
    /// sections are in the file it was made from.
    case debugData = "debug-data"
    case malformedRecord = "malformed-record"
    case malformedSection = "malformed-section"
    case malformedSegment = "malformed-segment"
    case malformedArchive = "malformed-archive"
    /// The contents of a note make no sense.
    case malformedNote = "malformed-note"
    case malformedRelocation = "malformed-relocation"
    case malformedAnchor = "malformed-anchor"
    /// The anchor, or what a process says, is of a later Graft.
    case unknownVersion = "unknown-version"
    /// A section for Swift's runtime can't be read.
    case malformedSwiftSection = "malformed-swift-section"
    case malformedSnapshot = "malformed-snapshot"
    /// The list of file names given with `--files-from` can't be read.
    case malformedList = "malformed-list"
    /// Graft runs on no machine of this class or byte order.
    case foreignClass = "foreign-class"
    /// The files to compare are for different architectures.
    case otherArchitecture = "other-architecture"
    /// A process has mapped a file that was deleted or replaced since.
    case replacedFile = "replaced-file"
    /// An input of a link is an image of its own and keeps its descriptors.
    case keptApart = "kept-apart"
    /// The structures that Graft keeps for debuggers in a process make no sense.
    case malformedProcess = "malformed-process"
    /// The state of a process's images, such as withdrawn ones, can't be read.
    case unknownState = "unknown-state"
    /// A process has no Graft.
    case noGraft = "no-graft"
    /// A process has withdrawn or blocked extensions of its files, or the like; or a file is
    /// superseded by another one.
    case leftOut = "left-out"
    /// Nothing in the input matches an option that selects.
    case nothingSelected = "nothing-selected"
    /// A library was read because a file needs it.
    case neededLibrary = "needed-library"
    /// A limit of what is read was exceeded; the text names it.
    case tooLarge = "too-large"
    /// The file, or a part of it, is of an unsupported kind; the text names it.
    case unsupported
    case libelf
    /// A command was called wrongly.
    case usage
  }

  /// The kind, for programs.
  public var code: Code
  /// The message for people, without the location.
  public var text: String
  /// The offset in bytes, from the start of the file or archive member.
  public var offset: UInt64?
  /// The offending number.
  public var value: UInt64?

  /// Creates an error; an unknown location or number is nil.
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
  /// The number as addresses are written: `0x1f`.
  public var hex: String { "0x" + String(self, radix: 16) }
}

extension String {
  /// The text, cut to a number of bytes and marked with `…` if it was longer: one from a file can
  /// be as long as the file.
  func abbreviated(to byteCount: Int) -> String {
    guard utf8.count > byteCount else { return self }
    // A character that is cut in two becomes U+FFFD.
    return String(decoding: utf8.prefix(byteCount), as: UTF8.self) + "…"
  }
}
