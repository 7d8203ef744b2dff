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

  /// `Copyable` for `~Copyable` or `~Swift.Copyable`.
  public var suppressed: String? {
    self.as(SuppressedTypeSyntax.self)?.type.unqualified
  }

  /// `Sendable` for `Swift.Sendable`, and `Sequence` for `Sequence<Int>`.
  public var unqualified: String {
    var type = self
    type =
      type.as(IdentifierTypeSyntax.self)
      .map { TypeSyntax($0.with(\.genericArgumentClause, nil)) } ?? type
    type =
      type.as(MemberTypeSyntax.self)
      .map { TypeSyntax($0.with(\.genericArgumentClause, nil)) } ?? type
    let name = type.trimmedDescription
    return name.hasPrefix("Swift.") ? String(name.dropFirst("Swift.".count)) : name
  }
}
