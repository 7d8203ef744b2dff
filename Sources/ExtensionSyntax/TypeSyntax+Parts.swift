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
  public var unqualified: String { withoutArguments.unqualified(in: "Swift") }

  /// The text of its name without generic arguments.
  public var withoutArguments: String {
    if let named = self.as(IdentifierTypeSyntax.self) {
      return named.with(\.genericArgumentClause, nil).trimmedDescription
    }
    if let member = self.as(MemberTypeSyntax.self) {
      return member.with(\.genericArgumentClause, nil).trimmedDescription
    }
    return trimmedDescription
  }

  /// Whether it has a specifier, such as `inout`.
  public func has(_ specifier: Keyword) -> Bool {
    self.as(AttributedTypeSyntax.self)?.specifiers.contains {
      $0.as(SimpleTypeSpecifierSyntax.self)?.specifier.tokenKind == .keyword(specifier)
    } ?? false
  }

  /// Whether it has an attribute, such as `escaping`.
  public func has(attribute: String) -> Bool {
    self.as(AttributedTypeSyntax.self)?.attributes.contains {
      $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription == attribute
    } ?? false
  }
}

extension String {
  /// The name of a declaration beside the one of this name: with a prefix behind the enclosing
  /// types and the module.
  public func beside(_ prefix: String) -> String {
    let start = lastIndex { $0 == "." || $0 == ":" }.map(index(after:)) ?? startIndex
    return self[..<start] + prefix + self[start...]
  }

  /// The name without `Module.` or `Module::` before it.
  public func unqualified(in module: String) -> String {
    for separator in ["::", "."] where hasPrefix(module + separator) {
      return String(dropFirst(module.count + separator.count))
    }
    return self
  }
}
