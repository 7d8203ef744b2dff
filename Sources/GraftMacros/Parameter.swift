// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// A parameter of a requirement, and how a body passes it on.
struct Parameter {
  let label: String
  /// The name that generated bodies use.
  private let name: String
  private let type: TypeText
  private let typeSyntax: TypeSyntax
  private let isVariadic: Bool
  private let hidesLabel: Bool

  /// - Parameters:
  ///   - index: of the parameter, from 0, for a name where it has none.
  ///   - hidesLabel: true for subscripts and operators, where a single name is not
  ///     a label.
  init(
    _ parameter: FunctionParameterSyntax, index: Int, hidesLabel: Bool,
    type: (TypeSyntax) -> TypeText
  ) {
    let written = (parameter.secondName ?? parameter.firstName).text
    label = hidesLabel && parameter.secondName == nil ? "_" : parameter.firstName.text
    // The other names are those that generated bodies use themselves.
    name =
      ["_", "subject", "link", "head", "newValue"].contains(written)
      ? "argument\(index)" : written
    self.hidesLabel = hidesLabel
    self.type = type(parameter.type)
    typeSyntax = parameter.type
    isVariadic = parameter.ellipsis != nil
  }

  /// In the class a variadic parameter is an array, since Swift can't pass one on.
  var inClass: String { "\(names): \(isVariadic ? "[\(type.inClass)]" : type.inClass)" }
  var inProtocol: String {
    "\(hidesLabel ? "\(label) \(name)" : names): \(type.inProtocol)\(isVariadic ? "..." : "")"
  }

  /// In a call of a link's method.
  var argument: String {
    (label == "_" ? "" : "\(label): ") + (has(.inout) ? "&" : "") + name
      + (isAutoclosure ? "()" : "")
  }

  /// As written, for names that tell overloads apart.
  var typeName: String { typeSyntax.trimmedDescription + (isVariadic ? "..." : "") }

  var mentionsSelf: Bool { typeSyntax.mentionsSelf }

  /// True if the language can't pass it on from within a closure.
  var needsStrongLink: Bool { has(.consuming) || has(.sending) || has(.__owned) }

  var isPack: Bool { typeSyntax.is(PackExpansionTypeSyntax.self) }

  private var names: String { label == name ? label : "\(label) \(name)" }

  private func has(_ specifier: Keyword) -> Bool {
    typeSyntax.as(AttributedTypeSyntax.self)?.specifiers.contains {
      $0.as(SimpleTypeSpecifierSyntax.self)?.specifier.tokenKind == .keyword(specifier)
    } ?? false
  }

  private var isAutoclosure: Bool {
    typeSyntax.as(AttributedTypeSyntax.self)?.attributes.contains {
      $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription == "autoclosure"
    } ?? false
  }
}
