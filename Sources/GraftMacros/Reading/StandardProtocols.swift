// SPDX-License-Identifier: Apache-2.0

/// The protocols of the standard library and its concurrency module, which every
/// module sees.
///
/// A macro knows them by name.
enum StandardProtocols {
  /// The associated types of a protocol and of those that it refines; nil if it is
  /// unknown.
  static func associatedTypes(of name: String) -> [String]? {
    withoutAssociatedTypes.contains(name) ? [] : withAssociatedTypes[name]
  }

  static func isKnown(_ name: String) -> Bool { associatedTypes(of: name) != nil }

  static let classBound: Set<String> = [
    "Actor", "AnyActor", "AnyObject", "Executor", "SerialExecutor", "TaskExecutor",
  ]

  static let withoutAssociatedTypes: Set<String> = [
    "AnyActor", "AnyObject",
    "Actor", "AdditiveArithmetic", "BitwiseCopyable", "CVarArg", "Codable", "CodingKey",
    "CodingKeyRepresentable", "Comparable", "Copyable", "CustomDebugStringConvertible",
    "CustomLeafReflectable", "CustomPlaygroundDisplayConvertible", "CustomReflectable",
    "CustomStringConvertible", "Decodable", "Decoder", "DurationProtocol", "Encodable", "Encoder",
    "Equatable", "Error", "Escapable", "Executor", "ExpressibleByNilLiteral", "Hashable",
    "LosslessStringConvertible", "MirrorPath", "RandomNumberGenerator", "Sendable",
    "SendableMetatype", "SerialExecutor", "SingleValueDecodingContainer",
    "SingleValueEncodingContainer", "TaskExecutor", "TextOutputStream", "TextOutputStreamable",
    "UnkeyedDecodingContainer", "UnkeyedEncodingContainer", "UnsafeSendable",
  ]

  static let withAssociatedTypes: [String: [String]] = [
    "AsyncIteratorProtocol": ["Element", "Failure"],
    "AsyncSequence": ["AsyncIterator", "Element", "Failure"],
    "BidirectionalCollection": ["Element", "Index", "Indices", "Iterator", "SubSequence"],
    "BinaryFloatingPoint": [
      "Exponent", "FloatLiteralType", "IntegerLiteralType", "Magnitude", "RawExponent",
      "RawSignificand", "Stride",
    ],
    "BinaryInteger": ["IntegerLiteralType", "Magnitude", "Stride", "Words"],
    "CaseIterable": ["AllCases"],
    "Clock": ["Duration", "Instant"],
    "Collection": ["Element", "Index", "Indices", "Iterator", "SubSequence"],
    "ExpressibleByArrayLiteral": ["ArrayLiteralElement"],
    "ExpressibleByBooleanLiteral": ["BooleanLiteralType"],
    "ExpressibleByDictionaryLiteral": ["Key", "Value"],
    "ExpressibleByExtendedGraphemeClusterLiteral": [
      "ExtendedGraphemeClusterLiteralType", "UnicodeScalarLiteralType",
    ],
    "ExpressibleByFloatLiteral": ["FloatLiteralType"],
    "ExpressibleByIntegerLiteral": ["IntegerLiteralType"],
    "ExpressibleByStringInterpolation": [
      "ExtendedGraphemeClusterLiteralType", "StringInterpolation", "StringLiteralType",
      "UnicodeScalarLiteralType",
    ],
    "ExpressibleByStringLiteral": [
      "ExtendedGraphemeClusterLiteralType", "StringLiteralType", "UnicodeScalarLiteralType",
    ],
    "ExpressibleByUnicodeScalarLiteral": ["UnicodeScalarLiteralType"],
    "FixedWidthInteger": ["IntegerLiteralType", "Magnitude", "Stride", "Words"],
    "FloatingPoint": ["Exponent", "IntegerLiteralType", "Magnitude", "Stride"],
    "GlobalActor": ["ActorType"],
    "Identifiable": ["ID"],
    "InstantProtocol": ["Duration"],
    "IteratorProtocol": ["Element"],
    "KeyedDecodingContainerProtocol": ["Key"],
    "KeyedEncodingContainerProtocol": ["Key"],
    "LazyCollectionProtocol": [
      "Element", "Elements", "Index", "Indices", "Iterator", "SubSequence",
    ],
    "LazySequenceProtocol": ["Element", "Elements", "Iterator"],
    "MutableCollection": ["Element", "Index", "Indices", "Iterator", "SubSequence"],
    "Numeric": ["IntegerLiteralType", "Magnitude"],
    "OptionSet": ["ArrayLiteralElement", "Element", "RawValue"],
    "RandomAccessCollection": ["Element", "Index", "Indices", "Iterator", "SubSequence"],
    "RangeExpression": ["Bound"],
    "RangeReplaceableCollection": ["Element", "Index", "Indices", "Iterator", "SubSequence"],
    "RawRepresentable": ["RawValue"],
    "SIMD": ["ArrayLiteralElement", "MaskStorage", "Scalar"],
    "SIMDScalar": [
      "SIMD16Storage", "SIMD2Storage", "SIMD32Storage", "SIMD4Storage", "SIMD64Storage",
      "SIMD8Storage", "SIMDMaskScalar",
    ],
    "SIMDStorage": ["Scalar"],
    "Sequence": ["Element", "Iterator"],
    "SetAlgebra": ["ArrayLiteralElement", "Element"],
    "SignedInteger": ["IntegerLiteralType", "Magnitude", "Stride", "Words"],
    "SignedNumeric": ["IntegerLiteralType", "Magnitude"],
    "Strideable": ["Stride"],
    "StringInterpolationProtocol": ["StringLiteralType"],
    "StringProtocol": [
      "Element", "ExtendedGraphemeClusterLiteralType", "Index", "Indices", "Iterator",
      "StringInterpolation", "StringLiteralType", "SubSequence", "UTF16View", "UTF8View",
      "UnicodeScalarLiteralType", "UnicodeScalarView",
    ],
    "UnicodeCodec": ["CodeUnit", "EncodedScalar", "ForwardParser", "ReverseParser"],
    "UnsignedInteger": ["IntegerLiteralType", "Magnitude", "Stride", "Words"],
  ]
}
