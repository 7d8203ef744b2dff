// SPDX-License-Identifier: Apache-2.0

/// A flaw of a record, or of a section from an offset on.
///
/// The codes are those of `graft_loader.h`.
public struct DescriptorFlaw: Error, Equatable, Sendable {
  /// The kind of a flaw, numbered as in `graft_loader.h`.
  public enum Code: UInt16, Sendable, CaseIterable {
    /// The record's version is not 1.
    case unknownVersion = 1
    /// The record's kind is neither one of `DescriptorKind` nor a manifest's or
    /// protocol's.
    case unknownKind = 2
    /// A string has no NUL before the end of the record.
    case unterminatedText = 3
    /// There are fewer strings than the counts say, a name is empty, or a protocol's
    /// fact or requirement is malformed.
    case missingText = 4
    /// A string is not UTF-8.
    case notUTF8 = 5
    /// The accessor of a running image is NULL.
    case nullAccessor = 6
    /// The accessor of a running image is not where code is.
    case accessorOutsideCode = 7
    /// A manifest has constraints, or other text instead of a version.
    case malformedManifest = 8
    /// A size of 0 is not followed by zeros only.
    case sizeZero = 16
    /// The record's size is not a multiple of 8.
    case sizeMisaligned = 17
    /// The record's size is less than its header's, 24 bytes.
    case sizeTooSmall = 18
    /// The record ends beyond its section.
    case sizeBeyondSection = 19
    /// The anchor's bounds are outside the image, or not aligned to 8.
    case outsideImage = 32
    /// The anchor's version is not 1.
    case unknownAnchorVersion = 33
    /// The image could not be kept loaded.
    case notPinned = 34
    /// There was not enough memory for the list of the image's records.
    case noMemory = 35
  }

  /// The kind.
  public var code: Code
  /// The offset in bytes, from the start of the section.
  public var offset: Int
  /// The offending version, kind, size or number of a string.
  public var value: UInt32

  /// Creates a flaw.
  ///
  /// - Parameters:
  ///   - code: the kind.
  ///   - offset: the offset in bytes, from the start of the section.
  ///   - value: the offending version, kind, size or number of a string; 0 if
  ///     there is none.
  public init(_ code: Code, offset: Int, value: UInt32 = 0) {
    self.code = code
    self.offset = offset
    self.value = value
  }

  /// Whether nothing after the offset could be read.
  public var givesUpSection: Bool {
    switch code {
    case .sizeZero, .sizeMisaligned, .sizeTooSmall, .sizeBeyondSection: true
    default: false
    }
  }

  /// Whether the whole image was refused.
  public var refusesImage: Bool { code.rawValue >= Code.outsideImage.rawValue }
}

extension DescriptorFlaw: CustomStringConvertible {
  /// The message, without the location.
  public var problem: String {
    switch code {
    case .unknownVersion:
      "record version \(value) is unknown (this Graft reads version 1): build the image with the same Graft, or update this one"
    case .unknownKind: "record kind \(value) is unknown: update Graft to use it"
    case .unterminatedText: "string number \(value) of the record has no end"
    case .missingText:
      "string number \(value) is missing, empty or not what belongs there: does the record hold less text than its counts say?"
    case .notUTF8: "the record's text is not UTF-8"
    case .nullAccessor: "the accessor is NULL"
    case .accessorOutsideCode: "the accessor lies outside of executable memory"
    case .malformedManifest:
      "string number \(value) of the plug-in's manifest is not what belongs there: "
        + "the second is a version such as 2.1, and a need is a name with versions, as 2.1 or 2.1..<3, or without"
    case .sizeZero: "a record of size 0 is not padding"
    case .sizeMisaligned: "the record's size \(value) is no multiple of 8"
    case .sizeTooSmall: "the record's size \(value) is less than its header's 24 bytes"
    case .sizeBeyondSection: "the record's size \(value) goes beyond its section"
    case .outsideImage:
      "the anchor points outside its image: was the file changed after it was linked?"
    case .unknownAnchorVersion:
      "anchor version \(value) is unknown (this Graft reads version 1): build the image with the same Graft, or update this one"
    case .notPinned: "the image could not be kept loaded: was it closed while it was opened?"
    case .noMemory: "no memory for the image's records"
    }
  }

  public var description: String {
    if refusesImage { return "image refused: \(problem)" }
    let place = "offset 0x\(String(offset, radix: 16))"
    return givesUpSection
      ? "\(place): \(problem); the rest of the section is given up" : "\(place): \(problem)"
  }
}
