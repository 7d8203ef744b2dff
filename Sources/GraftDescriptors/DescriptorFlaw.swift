// SPDX-License-Identifier: Apache-2.0

/// What is wrong with a record, or with a section from one offset on.
///
/// The codes are those of `graft_loader.h`.
public struct DescriptorFlaw: Error, Hashable, Sendable, Codable {
  /// What is wrong, by its number in `graft_record.h`.
  public enum Code: UInt16, Hashable, Sendable, Codable, CaseIterable {
    case unknownVersion = 1
    case unknownKind = 2
    case unterminatedText = 3
    case missingText = 4
    case notUTF8 = 5
    case nullAccessor = 6
    case sizeZero = 16
    case sizeMisaligned = 17
    case sizeTooSmall = 18
    case sizeBeyondSection = 19
    case outsideImage = 32
    case unknownAnchorVersion = 33
    case notPinned = 34
    case noMemory = 35
  }

  /// What is wrong.
  public var code: Code
  /// In bytes, from the start of the section.
  public var offset: Int
  /// The version, kind, size or number of the string that was found.
  public var value: UInt32

  public init(_ code: Code, offset: Int, value: UInt32 = 0) {
    self.code = code
    self.offset = offset
    self.value = value
  }

  /// True if nothing after the offset could be read.
  public var givesUpSection: Bool {
    switch code {
    case .sizeZero, .sizeMisaligned, .sizeTooSmall, .sizeBeyondSection: true
    default: false
    }
  }

  /// True if the whole image was refused.
  public var refusesImage: Bool { code.rawValue >= Code.outsideImage.rawValue }
}

extension DescriptorFlaw: CustomStringConvertible {
  /// What is wrong, without where.
  public var problem: String {
    switch code {
    case .unknownVersion:
      "record version \(value) is unknown (this Graft reads version 1): build the image with the same Graft, or update this one"
    case .unknownKind: "record kind \(value) is unknown: update Graft to use it"
    case .unterminatedText: "string number \(value) of the record has no end"
    case .missingText:
      "string number \(value) is missing: the counts promise more text than the record holds"
    case .notUTF8: "the record's text is not UTF-8"
    case .nullAccessor: "the accessor is NULL"
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
