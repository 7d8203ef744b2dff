// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
import SwiftSyntax

/// A parameter of a requirement, and the forms in which bodies pass it on.
struct Parameter {
  let label: String
  /// The name that generated bodies use.
  private(set) var name: String
  /// The name that the written body uses for it; nil if it has none.
  let writtenName: String?
  private let type: TypeText
  /// The type as the author's own methods have it.
  private let namedType: TypeText
  private let valueType: TypeText
  private let typeSyntax: TypeSyntax
  /// The attributes, each with a trailing space: result builders.
  private let attributes: String
  let isVariadic: Bool
  private let hidesLabel: Bool
  /// Whether its type depends on a generic parameter, or on the conforming type.
  let isOfGenericType: Bool
  private let isOfFunctionAlias: Bool
  /// The result of an autoclosure; nil for other parameters.
  private let autoclosureResult: TypeText?
  private let autoclosureEffects: String

  /// - Parameters:
  ///   - index: the parameter's position, from 0, for a name if it has none.
  ///   - taken: the names of parameters before it, since a requirement can repeat one.
  ///   - names: the names that all parameters are written with.
  ///   - generics: the requirement's generic parameters.
  ///   - hidesLabel: true for subscripts and operators, where a single name is not a
  ///     label.
  fileprivate init(
    _ parameter: FunctionParameterSyntax, index: Int, taken: Set<String>,
    written names: Set<String>, _ context: ProtocolContext, generics: Set<String>, hidesLabel: Bool
  ) {
    let scope = context.scope(hiding: generics)
    func type(_ syntax: TypeSyntax) -> TypeText { TypeText(syntax, scope) }
    let written = parameter.secondName ?? parameter.firstName
    let label = hidesLabel && parameter.secondName == nil ? "_" : parameter.firstName.text
    self.label = label
    let isUsable = Self.isUsable(written) && !taken.contains(written.text.filter { $0 != "`" })
    name = isUsable ? written.text : Self.freeName(index, taken.union(names))
    let isName = written.text.isVariableName
    writtenName = written.tokenKind == .wildcard ? nil : isName ? written.text : "`\(written.text)`"
    self.hidesLabel = hidesLabel
    self.type = type(Self.lent(parameter.type))
    namedType = type(parameter.type)
    valueType = type(parameter.type.ofValue)
    typeSyntax = parameter.type
    // Result builders have other names where the defaults of a nested protocol stand.
    attributes = context.isNested ? "" : parameter.attributes.map { $0.oneLine + " " }.joined()
    let closure = Self.closure(parameter.type)
    autoclosureResult =
      parameter.type.has(attribute: "autoclosure")
      ? (closure?.returnClause.type).map(type) : nil
    autoclosureEffects = closure?.effectSpecifiers?.oneLine ?? ""
    isVariadic = parameter.ellipsis != nil
    isOfFunctionAlias =
      context.functionAliases.contains(parameter.type.unattributed.withoutArguments)
    isOfGenericType =
      self.type.inClass != self.type.inProtocol
      || parameter.type.mentions(generics) || parameter.type.hasToken(.keyword(.some))
  }

  /// Whether generated bodies can use a name.
  ///
  /// They can't use `_`, keywords, which are labels without backticks but no names,
  /// and the names that they use themselves.
  private static func isUsable(_ name: TokenSyntax) -> Bool {
    name.text.isVariableName && !namesOfBodies.contains(name.text)
  }

  private static func freeName(_ index: Int, _ taken: Set<String>) -> String {
    let name = "argument\(index)"
    return taken.contains(name) ? freeName(index + 100, taken) : name
  }

  private static let namesOfBodies: Set<String> = [
    "`self`", "`Self`", "subject", "link", "head", "successors", "newValue", "delivery", "receiver",
    "error",
    "Subject", "advice", "arguments", "place", "rest", "run", "slot", "cell", "made", "call",
    "outcome", "result", "any", "same", "copy", "read", "found",
    "unsafe",
  ]

  /// The parameter under its written name, as a body has it that replaces the written
  /// one.
  var written: Parameter {
    var parameter = self
    parameter.name = writtenName ?? name
    return parameter
  }

  /// The parameter in a method that generated code calls.
  ///
  /// A variadic parameter is an array there, since Swift can't pass it on.
  func ofMethod(_ context: KeyPath<TypeText, String>) -> String {
    let type = type[keyPath: context]
    return "\(names): \(isVariadic ? "[\(type)]" : type)"
  }
  var inExtension: String {
    attributes + (hidesLabel ? "\(label) \(name)" : names)
      + ": \(type.inExtension)\(isVariadic ? "..." : "")"
  }

  /// The argument in a call of a link's method.
  var argument: String { argument(named: passedOn) }

  /// The expression that passes the argument on, without a label.
  var passedOn: String {
    guard isAutoclosure else { return name }
    // The `try` of the call covers this call too, but the `await` does not.
    let marks = (autoclosureEffects.contains("throws") ? "try " : "") + "await "
    return (autoclosureEffects.contains("async") ? marks : "") + name + "()"
  }

  /// The argument in a call of a method that may run on another actor.
  ///
  /// The member's caller has sent the value, which the compiler does not know here.
  var sentArgument: String {
    isKept ? argument : argument(named: sent(name))
  }

  /// Whether the argument can't be sent to another actor as a value.
  var isKept: Bool { isInout || isIsolated || isAutoclosure || isNonescapingClosure }

  /// The expression that passes the value to a closure.
  var given: String { name + (isAutoclosure ? "()" : "") }

  /// The argument in a call of a link's method, inside a closure that has it as a
  /// parameter.
  func argument(named name: String) -> String {
    (label == "_" ? "" : "\(labelInCall): ") + (isInout ? "&" : "") + name
  }

  /// The type in a closure's signature, where an autoclosure has been called.
  var typeInClosure: String {
    if let autoclosureResult { return autoclosureResult.kept(\.inSupport) }
    if isVariadic { return "[\(type.inSupport)]" }
    // Swift loses the `inout` before a function's specifier there, unless parentheses are between.
    let isLost = type.inSupport.hasPrefix("inout nonisolated")
    return isLost ? "inout (\(typeOfValue))" : type.inSupport
  }

  var typeOfValue: String {
    if let autoclosureResult { return autoclosureResult.inSupport }
    let type = isVariadic ? typeInClosure : valueType.inSupport
    return isInout ? String(type.dropFirst("inout ".count)) : type
  }

  var isInout: Bool { has(.inout) }
  /// Whether it decides which actor the call runs on.
  var isIsolated: Bool { has(.isolated) }

  /// Whether it is a non-escaping closure, which can't be passed to another one.
  var isNonescapingClosure: Bool { isFunction && !has("escaping") }

  /// Whether it is a function that no other closure can pass on.
  ///
  /// It can't be kept and says itself where it runs, or it is a function of C and the only argument
  /// of an isolated call.
  func isPinnedClosure(isOnlyOfIsolated: Bool) -> Bool {
    isNonescapingClosure && has("isolated")
      || isFunction && isOnlyOfIsolated && has("convention")
  }

  /// Whether the argument is a function, as its type or its attribute shows.
  ///
  /// One that is `inout` can be kept like any other value.
  var isFunction: Bool {
    let isFunction = isOfFunctionAlias || typeSyntax.unattributed.is(FunctionTypeSyntax.self)
    return (isFunction || has("escaping")) && !isVariadic && !isAutoclosure && !isInout
  }

  /// Whether a closure that has the argument as a value is given a function.
  var isFunctionAsValue: Bool { autoclosureResult?.isFunction ?? isFunction }

  /// Whether it is neither a function nor has a type with attributes or specifiers.
  var isPlain: Bool {
    !isAutoclosure && !typeSyntax.is(AttributedTypeSyntax.self) && !typeSyntax.hasToken(.arrow)
  }

  /// Whether its type depends on the conforming type or on a generic parameter.
  var dependsOnSubject: Bool { type.inClass != type.inProtocol }
  var isOpaque: Bool { typeSyntax.hasToken(.keyword(.some)) }

  var isExistential: Bool {
    typeSyntax.tokens(viewMode: .sourceAccurate).contains {
      $0.tokenKind == .keyword(.any) || ["Any", "AnyObject"].contains($0.text)
    }
  }

  /// The label in a call.
  ///
  /// Most keywords need no backticks there, and Swift warns of them.
  private var labelInCall: String {
    let plain = label.filter { $0 != "`" }
    let isWord = plain.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || !$0.isASCII }
    return ["inout", "var", "let"].contains(plain) || !isWord ? label : plain
  }

  /// The type as the class's method has it, for names in records.
  var typeNameInClass: String { isVariadic ? "[\(namedType.inClass)]" : namedType.inClass }

  /// The type as written, for names that distinguish overloads.
  var typeName: String { typeSyntax.typeSpelling + (isVariadic ? "..." : "") }

  var judged: [JudgedType] { type.judged }

  /// Whether the language can't pass it on from inside a closure.
  var needsStrongLink: Bool {
    has(.consuming) || has(.sending) || has(.__owned) || isBorrowed && isOfGenericType
  }

  var isBorrowed: Bool { has(.borrowing) }
  /// Whether it is borrowed, under either keyword.
  var isLent: Bool { isBorrowed || has(.__shared) }

  private var names: String { label == name ? label : "\(label) \(name)" }

  private func has(_ specifier: Keyword) -> Bool { typeSyntax.has(specifier) }
  private func has(_ attribute: String) -> Bool { typeSyntax.has(attribute: attribute) }

  var isAutoclosure: Bool { autoclosureResult != nil }

  /// Whether evaluating it can suspend.
  var isAsyncAutoclosure: Bool { isAutoclosure && autoclosureEffects.contains("async") }

  /// Whether evaluating it can throw, suspend or run on an actor, which a closure that gets the
  /// value does not expect.
  var isEffectfulAutoclosure: Bool {
    isAutoclosure && (!autoclosureEffects.isEmpty || typeSyntax.isOnGlobalActor)
  }

  /// Whether it has the name of a span, a view of memory that can't be kept.
  var isSpan: Bool { typeSyntax.mentions(Self.spans) }

  private static let spans: Set<String> = [
    "MutableRawSpan", "MutableSpan", "OutputRawSpan", "OutputSpan", "RawSpan", "Span", "UTF8Span",
  ]

  /// Whether its type is `Void`; no closure can have a parameter of that by name.
  var isVoid: Bool { ["Void", "()"].contains(typeInClosure.unqualified(in: "Swift")) }

  /// Whether evaluating it can throw, but not suspend.
  var isThrowingAutoclosure: Bool {
    isAutoclosure && autoclosureEffects.contains("throws") && !isAsyncAutoclosure
  }

  /// The type with `__shared` for `borrowing`: it means the same, but permits
  /// implicit copies.
  private static func lent(_ type: TypeSyntax) -> TypeSyntax {
    guard var attributed = type.as(AttributedTypeSyntax.self) else { return type }
    attributed.specifiers = TypeSpecifierListSyntax(
      attributed.specifiers.map { element in
        guard case .simpleTypeSpecifier(var simple) = element,
          simple.specifier.tokenKind == .keyword(.borrowing)
        else { return element }
        simple.specifier = simple.specifier.with(\.tokenKind, .keyword(.__shared))
        return .simpleTypeSpecifier(simple)
      })
    return TypeSyntax(attributed)
  }

  private static func closure(_ type: TypeSyntax) -> FunctionTypeSyntax? {
    type.as(AttributedTypeSyntax.self)?.baseType.as(FunctionTypeSyntax.self)
  }
}

extension FunctionParameterListSyntax {
  func parsed(
    _ context: ProtocolContext, generics: Set<String>, hidesLabel: Bool
  ) -> [Parameter] {
    let written = Set(map { ($0.secondName ?? $0.firstName).text.filter { $0 != "`" } })
    return enumerated().reduce(into: []) { parsed, next in
      parsed.append(
        Parameter(
          next.element, index: next.offset, taken: Set(parsed.map { $0.name.filter { $0 != "`" } }),
          written: written, context, generics: generics, hidesLabel: hidesLabel))
    }
  }
}
