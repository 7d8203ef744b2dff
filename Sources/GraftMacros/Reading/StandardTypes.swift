// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// Types of the standard library, which need no alias.
enum StandardTypes {
  static let names: Set<String> = [
    "Any", "AnyHashable", "AnyObject", "Bool", "Character", "Double", "Float", "Int", "Int8",
    "Int16", "Int32", "Int64", "Never", "StaticString", "String", "Substring", "UInt", "UInt8",
    "UInt16", "UInt32", "UInt64", "Void",
  ]

  /// Those, and generic ones: all programs of one standard library have the same layout of them.
  static let withLayout = names.union(UnsafeTypes.names).union([
    "Array", "ArraySlice", "ClosedRange", "CollectionOfOne", "ContiguousArray", "Dictionary",
    "Error", "KeyPath", "MutableRawSpan", "MutableSpan", "ObjectIdentifier", "Optional",
    "OutputRawSpan", "OutputSpan", "Range", "RawSpan", "Result", "Set", "Span", "UTF8Span",
    "WritableKeyPath",
  ])
}

extension TypeSyntax {
  /// Whether its form or its name guarantees that it is copyable.
  var isSurelyCopyable: Bool {
    if let optional = self.as(OptionalTypeSyntax.self) {
      return optional.wrappedType.isSurelyCopyable
    }
    if let optional = self.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
      return optional.wrappedType.isSurelyCopyable
    }
    if let attributed = self.as(AttributedTypeSyntax.self) {
      return attributed.baseType.isSurelyCopyable
    }
    if let tuple = self.as(TupleTypeSyntax.self) {
      return tuple.elements.allSatisfy(\.type.isSurelyCopyable)
    }
    if let name = self.as(IdentifierTypeSyntax.self) {
      return StandardTypes.names.contains(name.name.text)
        || UnsafeTypes.pointers.contains(name.name.text)
    }
    return [.arrayType, .dictionaryType, .functionType, .metatypeType].contains(kind)
  }
}
