// SPDX-License-Identifier: Apache-2.0

/// The standard library's protocols that others refine most.
///
/// A macro knows them by name. Of any other protocol the user writes `Self.Item` for an
/// associated type, and repeats `AnyObject`.
enum StandardProtocols {
  /// The associated types of a protocol and of those that it refines; nil if it is
  /// unknown.
  static func associatedTypes(of name: String) -> [String]? {
    withoutAssociatedTypes.contains(name) ? [] : withAssociatedTypes[name]
  }

  static func isKnown(_ name: String) -> Bool { associatedTypes(of: name) != nil }

  static let classBound: Set<String> = ["Actor", "AnyActor", "AnyObject"]

  static let withoutAssociatedTypes: Set<String> = [
    "Actor", "AdditiveArithmetic", "AnyActor", "AnyObject", "BitwiseCopyable", "Codable",
    "CodingKey", "Comparable", "Copyable", "CustomDebugStringConvertible", "CustomReflectable",
    "CustomStringConvertible", "Decodable", "Encodable", "Equatable", "Error", "Escapable",
    "Hashable", "LosslessStringConvertible", "RandomNumberGenerator", "Sendable",
    "SendableMetatype", "TextOutputStream", "TextOutputStreamable",
  ]

  static let withAssociatedTypes: [String: [String]] = [
    "AsyncIteratorProtocol": ["Element", "Failure"],
    "AsyncSequence": ["AsyncIterator", "Element", "Failure"],
    "BidirectionalCollection": collection,
    "CaseIterable": ["AllCases"],
    "Collection": collection,
    "Identifiable": ["ID"],
    "IteratorProtocol": ["Element"],
    "MutableCollection": collection,
    "OptionSet": ["ArrayLiteralElement", "Element", "RawValue"],
    "RandomAccessCollection": collection,
    "RangeReplaceableCollection": collection,
    "RawRepresentable": ["RawValue"],
    "Sequence": ["Element", "Iterator"],
    "Strideable": ["Stride"],
  ]

  private static let collection = ["Element", "Index", "Indices", "Iterator", "SubSequence"]
}
