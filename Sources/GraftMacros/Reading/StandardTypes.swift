// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// Types of the standard library, which need no alias.
enum StandardTypes {
  static let names: Set<String> = [
    "Any", "AnyHashable", "AnyObject", "Bool", "Character", "Double", "Float", "Int", "Int8",
    "Int16", "Int32", "Int64", "Never", "StaticString", "String", "Substring", "UInt", "UInt8",
    "UInt16", "UInt32", "UInt64", "Void",
  ]

  /// Whether a name is one of theirs, whose layout all programs of one standard library share.
  ///
  /// Without arguments, the name of a generic type is that of another type.
  static func haveLayout(of name: String, hasArguments: Bool) -> Bool {
    plain.contains(name) || hasArguments && generic.contains(name)
  }

  private static let plain = names.union(UnsafeTypes.names).union([
    "Error", "MutableRawSpan", "ObjectIdentifier", "OutputRawSpan", "RawSpan", "UTF8Span",
  ])

  private static let generic: Set<String> = [
    "Array", "ArraySlice", "ClosedRange", "CollectionOfOne", "ContiguousArray", "Dictionary",
    "KeyPath", "MutableSpan", "Optional", "OutputSpan", "Range", "Result", "Set", "Span",
    "WritableKeyPath",
  ]
}

extension TypeSyntax {
  /// Whether its form or its name guarantees that it is copyable.
  var isSurelyCopyable: Bool {
    let inner =
      self.as(OptionalTypeSyntax.self)?.wrappedType
      ?? self.as(ImplicitlyUnwrappedOptionalTypeSyntax.self)?.wrappedType
      ?? self.as(AttributedTypeSyntax.self)?.baseType
    if let inner { return inner.isSurelyCopyable }
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
