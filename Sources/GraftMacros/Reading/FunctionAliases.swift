// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
import SwiftSyntax

extension [TypeAliasDeclSyntax] {
  /// The names by which a protocol's requirements call those of function types.
  ///
  /// A parameter of such a type, and the value of such a setter, is a non-escaping
  /// closure without looking like one.
  func functionNames(of protocolName: String) -> Set<String> {
    var names: Set<String> = []
    // An alias can stand for another one.
    while let alias = first(where: {
      !names.contains($0.name.text) && $0.initializer.value.unattributed.isFunction(names)
    }) {
      let name = alias.name.text
      names.formUnion([name, "Self.\(name)", "\(protocolName).\(name)"])
    }
    return names
  }
}

extension TypeSyntax {
  /// The type without `@Sendable`, `inout` and the like, and without parentheses.
  var unattributed: TypeSyntax {
    if let attributed = self.as(AttributedTypeSyntax.self) {
      return attributed.baseType.unattributed
    }
    if let tuple = self.as(TupleTypeSyntax.self), tuple.elements.count == 1,
      let element = tuple.elements.first, element.firstName == nil
    {
      return element.type.unattributed
    }
    return self
  }

  /// Whether it is a function's type, as such or by one of some aliases.
  func isFunction(_ aliases: Set<String>) -> Bool {
    self.is(FunctionTypeSyntax.self) || aliases.contains(withoutArguments)
  }

  /// The type as that of a value: without `@escaping` and ownership.
  var ofValue: TypeSyntax {
    guard var attributed = self.as(AttributedTypeSyntax.self) else { return self }
    attributed.attributes = attributed.attributes.filter {
      $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription != "escaping"
    }
    attributed.specifiers = attributed.specifiers.filter {
      guard let simple = $0.as(SimpleTypeSpecifierSyntax.self) else { return true }
      return ![.keyword(.borrowing), .keyword(.__shared)].contains(simple.specifier.tokenKind)
    }
    return attributed.attributes.isEmpty && attributed.specifiers.isEmpty
      && attributed.lateSpecifiers.isEmpty ? attributed.baseType : TypeSyntax(attributed)
  }
}
