// SPDX-License-Identifier: Apache-2.0

public import SwiftSyntax

extension TypeSyntax {
  /// The parts of a composition, or the type itself.
  public var parts: [TypeSyntax] {
    if let composition = self.as(CompositionTypeSyntax.self) {
      return composition.elements.flatMap(\.type.parts)
    }
    if let tuple = self.as(TupleTypeSyntax.self), tuple.elements.count == 1 {
      return tuple.elements.first!.type.parts
    }
    return [self]
  }

  /// The suppressed protocol: `Copyable` for `~Copyable` or `~Swift.Copyable`.
  public var suppressed: String? {
    self.as(SuppressedTypeSyntax.self)?.type.unqualified
  }

  /// The bare name: `Sendable` for `Swift.Sendable` and `Swift::Sendable`, `Sequence`
  /// for `Sequence<Int>`.
  public var unqualified: String {
    var type = self
    type =
      type.as(IdentifierTypeSyntax.self)
      .map { TypeSyntax($0.with(\.genericArgumentClause, nil)) } ?? type
    type =
      type.as(MemberTypeSyntax.self)
      .map { TypeSyntax($0.with(\.genericArgumentClause, nil)) } ?? type
    return type.trimmedDescription.unqualified(in: "Swift")
  }
}

extension String {
  /// The name without `Module.` or `Module::` before it.
  public func unqualified(in module: String) -> String {
    for separator in ["::", "."] where hasPrefix(module + separator) {
      return String(dropFirst(module.count + separator.count))
    }
    return self
  }
}

extension AttributeSyntax {
  /// Whether it is Graft's attribute of this name, with or without its module.
  public func isNamed(_ name: String) -> Bool {
    let text = attributeName.trimmedDescription
    return ["Graft", "GraftCourier"].contains { text.unqualified(in: $0) == name }
  }
}
