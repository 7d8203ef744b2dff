// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
import SwiftSyntax

/// A parameter of a requirement, and how a body passes it on.
struct Parameter {
  let label: String
  /// The name that generated bodies use.
  private(set) var name: String
  /// The name that the body has for it where it is written; nil where it has none.
  let writtenName: String?
  private let type: TypeText
  /// As the author's own methods have it.
  private let namedType: TypeText
  private let typeSyntax: TypeSyntax
  let isVariadic: Bool
  private let hidesLabel: Bool
  private let isOfGenericType: Bool
  private let isOfFunctionAlias: Bool
  /// Nil of what is none.
  private let autoclosureResult: String?
  private let autoclosureEffects: String

  /// - Parameters:
  ///   - index: of the parameter, from 0, for a name where it has none.
  ///   - taken: names of parameters before it, since a requirement can use one twice.
  ///   - hidesLabel: true for subscripts and operators, where a single name is not
  ///     a label.
  ///   - generics: the requirement's generic parameters.
  ///   - functionAliases: names that stand for types of functions.
  init(
    _ parameter: FunctionParameterSyntax, index: Int, taken: Set<String>, hidesLabel: Bool,
    generics: Set<String>, functionAliases: Set<String>, type: (TypeSyntax) -> TypeText
  ) {
    let written = parameter.secondName ?? parameter.firstName
    let label = hidesLabel && parameter.secondName == nil ? "_" : parameter.firstName.text
    self.label = label
    let isUsable = Self.isUsable(written) && !taken.contains(written.text.filter { $0 != "`" })
    name = isUsable ? written.text : "argument\(index)"
    let isName = written.text.isVariableName
    writtenName = written.tokenKind == .wildcard ? nil : isName ? written.text : "`\(written.text)`"
    self.hidesLabel = hidesLabel
    self.type = type(Self.lent(parameter.type))
    namedType = type(parameter.type)
    typeSyntax = parameter.type
    let closure = Self.closure(parameter.type)
    autoclosureResult =
      Self.isAutoclosure(parameter.type)
      ? (closure?.returnClause.type).map { type($0).inSupport } : nil
    autoclosureEffects = closure?.effectSpecifiers?.trimmedDescription ?? ""
    isVariadic = parameter.ellipsis != nil
    isOfFunctionAlias = functionAliases.contains(parameter.type.unattributed.trimmedDescription)
    isOfGenericType =
      self.type.inClass != self.type.inProtocol
      || parameter.type.tokens(viewMode: .sourceAccurate).contains {
        generics.contains($0.text) || $0.tokenKind == .keyword(.some)
      }
  }

  /// Not `_`, nor a keyword, which is a label without backticks but no name, nor what
  /// generated bodies use themselves.
  private static func isUsable(_ name: TokenSyntax) -> Bool {
    name.text.isVariableName && !namesOfBodies.contains(name.text)
  }

  private static let namesOfBodies: Set<String> = [
    "`self`", "subject", "link", "head", "successors", "newValue", "delivery", "receiver", "error",
    "advice", "slot", "cell", "made", "call", "outcome", "result", "any", "same",
  ]

  /// As a body that takes the place of the written one has to use it.
  var withWrittenName: Parameter {
    var copy = self
    copy.name = writtenName ?? name
    return copy
  }

  /// In a method that generated code calls a variadic parameter is an array, since Swift
  /// can't pass one on.
  func ofMethod(_ context: KeyPath<TypeText, String>) -> String {
    let type = type[keyPath: context]
    return "\(names): \(isVariadic ? "[\(type)]" : type)"
  }
  var inExtension: String {
    "\(hidesLabel ? "\(label) \(name)" : names): \(type.inExtension)\(isVariadic ? "..." : "")"
  }

  /// In a call of a link's method.
  var argument: String {
    guard isAutoclosure else { return argument(named: name) }
    // The compiler takes the `try` of the call for it, but not the `await`.
    let marks = (autoclosureEffects.contains("throws") ? "try " : "") + "await "
    return argument(named: (autoclosureEffects.contains("async") ? marks : "") + name) + "()"
  }

  /// In a call of a method that may run elsewhere: whoever called the member has given the
  /// value away, which the compiler does not know here.
  var sentArgument: String {
    let isKept = isInout || isIsolated || isAutoclosure || isNonescapingClosure
    return isKept ? argument : argument(named: "Graft::GeneratedCode.sent(\(name))")
  }

  /// As it is passed to a closure that takes its value.
  var given: String { name + (isAutoclosure ? "()" : "") + coercion }

  private var coercion: String {
    isInout || isVariadic || dependsOnSubject
      ? "" : Self.coercion(to: typeSyntax.unattributed.trimmedDescription)
  }

  /// In the language mode of Swift 6 the compiler would open what is `Any`, or a composition of
  /// that and marker protocols, and crash; and the metatype of any conforming type, of which it
  /// then has another type.
  static func coercion(to type: String) -> String {
    if type == "AnyClass" || type.hasSuffix(".Type") { return " as \(type)" }
    let words = type.split { $0 == " " || $0 == "(" || $0 == ")" }.map(String.init)
    return !words.isEmpty && words.allSatisfy(wordsOfMarkers.contains) ? " as \(type)" : ""
  }

  private static let wordsOfMarkers: Set<String> = [
    "Any", "BitwiseCopyable", "Copyable", "Escapable", "Sendable", "SendableMetatype", "any", "&",
  ]

  /// In a call of a link's method from within a closure that has it as a parameter.
  func argument(named name: String) -> String {
    (label == "_" ? "" : "\(labelInCall): ") + (isInout ? "&" : "") + name
  }

  /// In the type of a closure, where an autoclosure has been called.
  var typeInClosure: String {
    autoclosureResult ?? (isVariadic ? "[\(type.inSupport)]" : type.inSupport)
  }

  /// In the type of a closure, where what is `inout` is passed by a pointer.
  var valueTypeInClosure: String {
    isInout ? String(typeInClosure.dropFirst("inout ".count)) : typeInClosure
  }

  /// In the type of a closure, where what is borrowed is passed by a pointer.
  var lentTypeInClosure: String { String(typeInClosure.trimmingPrefix("__shared ")) }

  var isInout: Bool { has(.inout) }
  /// Decides where the call runs.
  var isIsolated: Bool { has(.isolated) }

  /// A closure that can't be kept, and not be passed on to one that can't either.
  var isNonescapingClosure: Bool {
    let attributed = typeSyntax.as(AttributedTypeSyntax.self)
    let isEscaping = attributed?.attributes.contains {
      $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription == "escaping"
    }
    let isFunction = isOfFunctionAlias || typeSyntax.unattributed.is(FunctionTypeSyntax.self)
    return isFunction && isEscaping != true && !isAutoclosure
  }

  /// Neither a function, nor of a type that says how the value is passed.
  var isPlain: Bool {
    !isAutoclosure && !typeSyntax.is(AttributedTypeSyntax.self)
      && !typeSyntax.tokens(viewMode: .sourceAccurate).contains { $0.tokenKind == .arrow }
  }

  /// Whether it is written with what only the conforming type knows, or with a
  /// generic parameter.
  var dependsOnSubject: Bool { type.inClass != type.inProtocol }
  var isOpaque: Bool {
    typeSyntax.tokens(viewMode: .sourceAccurate).contains { $0.tokenKind == .keyword(.some) }
  }

  /// Most keywords are labels without backticks, and a warning with them.
  private var labelInCall: String {
    let plain = label.filter { $0 != "`" }
    let isWord = plain.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || !$0.isASCII }
    return ["inout", "var", "let"].contains(plain) || !isWord ? label : plain
  }

  /// The type as the class's method has it, for names in records.
  var typeNameInClass: String { isVariadic ? "[\(namedType.inClass)]" : namedType.inClass }

  /// As written, for names that tell overloads apart.
  var typeName: String { typeSyntax.trimmedDescription + (isVariadic ? "..." : "") }

  var judged: [JudgedType] { type.judged }

  var mentionsSelf: Bool { typeSyntax.mentionsSelf }

  /// True if the language can't pass it on from within a closure.
  var needsStrongLink: Bool {
    has(.consuming) || has(.sending) || has(.__owned) || isBorrowed && isOfGenericType
  }

  var isBorrowed: Bool { has(.borrowing) }
  /// Borrowed, by either name.
  var isLent: Bool { isBorrowed || has(.__shared) }

  private var names: String { label == name ? label : "\(label) \(name)" }

  private func has(_ specifier: Keyword) -> Bool {
    typeSyntax.as(AttributedTypeSyntax.self)?.specifiers.contains {
      $0.as(SimpleTypeSpecifierSyntax.self)?.specifier.tokenKind == .keyword(specifier)
    } ?? false
  }

  var isAutoclosure: Bool { autoclosureResult != nil }

  /// What it evaluates can throw or be suspended, which a closure that is given the value
  /// does not expect.
  var isEffectfulAutoclosure: Bool { isAutoclosure && !autoclosureEffects.isEmpty }

  /// A view of memory that can't be kept, by its name.
  var isSpan: Bool {
    typeSyntax.tokens(viewMode: .sourceAccurate).contains { Self.spans.contains($0.text) }
  }

  private static let spans: Set<String> = [
    "MutableRawSpan", "MutableSpan", "OutputRawSpan", "OutputSpan", "RawSpan", "Span", "UTF8Span",
  ]

  /// The only value, which no closure can be given by that name.
  var isVoid: Bool { ["Void", "()"].contains(typeInClosure.unqualified(in: "Swift")) }

  /// `borrowing`, by its older name: that is the same, but lets be copied what can be.
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

  private static func isAutoclosure(_ type: TypeSyntax) -> Bool {
    type.as(AttributedTypeSyntax.self)?.attributes.contains {
      $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription == "autoclosure"
    } ?? false
  }
}
