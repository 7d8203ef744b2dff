// SPDX-License-Identifier: Apache-2.0

/// What a macro can know of the protocols that one refines: those of the standard library,
/// by their names.
enum StandardProtocols {
  /// The associated types of a protocol and of those that it refines; nil of others.
  static func associatedTypes(of name: String) -> [String]? {
    if withoutAssociatedTypes.contains(name) { return [] }
    return withAssociatedTypes[name]
  }

  /// None of them is class-bound but `Actor` and the like, which are known as that.
  private static let withoutAssociatedTypes: Set<String> = [
    "Actor", "AnyActor", "AnyObject", "BitwiseCopyable", "Codable", "CodingKey", "Comparable",
    "Copyable", "CustomDebugStringConvertible", "CustomReflectable", "CustomStringConvertible",
    "Decodable", "Encodable", "Equatable", "Error", "Escapable", "Executor", "Hashable",
    "LosslessStringConvertible", "RandomNumberGenerator", "Sendable", "SendableMetatype",
    "TextOutputStream", "TextOutputStreamable",
  ]

  private static let sequence = ["Element", "Iterator"]
  private static let collection = sequence + ["Index", "SubSequence", "Indices"]
  private static let numeric = ["Magnitude", "IntegerLiteralType"]

  private static let withAssociatedTypes: [String: [String]] = [
    "AdditiveArithmetic": [],
    "AsyncIteratorProtocol": ["Element", "Failure"],
    "AsyncSequence": ["Element", "Failure", "AsyncIterator"],
    "BidirectionalCollection": collection,
    "BinaryInteger": numeric + ["Stride", "Words"],
    "CaseIterable": ["AllCases"],
    "Clock": ["Duration", "Instant"],
    "Collection": collection,
    "DurationProtocol": [],
    "ExpressibleByArrayLiteral": ["ArrayLiteralElement"],
    "ExpressibleByBooleanLiteral": ["BooleanLiteralType"],
    "ExpressibleByDictionaryLiteral": ["Key", "Value"],
    "ExpressibleByFloatLiteral": ["FloatLiteralType"],
    "ExpressibleByIntegerLiteral": ["IntegerLiteralType"],
    "ExpressibleByNilLiteral": [],
    "ExpressibleByStringLiteral": [
      "StringLiteralType", "ExtendedGraphemeClusterLiteralType", "UnicodeScalarLiteralType",
    ],
    "FixedWidthInteger": numeric + ["Stride", "Words"],
    "Identifiable": ["ID"],
    "InstantProtocol": ["Duration"],
    "IteratorProtocol": ["Element"],
    "LazyCollectionProtocol": collection + ["Elements"],
    "LazySequenceProtocol": sequence + ["Elements"],
    "MutableCollection": collection,
    "Numeric": numeric,
    "OptionSet": ["Element", "ArrayLiteralElement", "RawValue"],
    "RandomAccessCollection": collection,
    "RangeExpression": ["Bound"],
    "RangeReplaceableCollection": collection,
    "RawRepresentable": ["RawValue"],
    "Sequence": sequence,
    "SetAlgebra": ["Element", "ArrayLiteralElement"],
    "SignedInteger": numeric + ["Stride", "Words"],
    "SignedNumeric": numeric,
    "Strideable": ["Stride"],
    "UnsignedInteger": numeric + ["Stride", "Words"],
  ]
}
