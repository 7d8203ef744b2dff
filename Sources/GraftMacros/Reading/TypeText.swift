// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
import SwiftSyntax

/// A piece of a requirement's source in two forms: for the protocol, where the
/// conforming type is `Self`, and for the class, where it is `Subject`.
struct TypeText {
  let inProtocol: String
  let inClass: String
  /// The form for the class in code that only generated code uses, with aliases of
  /// judged types.
  private(set) var inSupport: String
  /// The form for the protocol's extension, which stands at file scope; it has
  /// aliases if the protocol is nested.
  private(set) var inExtension: String
  private(set) var judged: [JudgedType] = []
  private(set) var isFunction = false

  /// The type as that of a parameter which a property can keep: a function's with `@escaping`.
  func kept(_ context: KeyPath<TypeText, String>) -> String {
    isFunction ? self[keyPath: context].escaping : self[keyPath: context]
  }

  static let none = TypeText(inProtocol: "", inClass: "")

  init(inProtocol: String, inClass: String) {
    self.inProtocol = inProtocol
    self.inClass = inClass
    inSupport = inClass
    inExtension = inProtocol
  }

  init(_ syntax: some SyntaxProtocol, _ scope: TypeScope) {
    inProtocol = syntax.typeSpelling
    inClass = SubjectRewriter(scope).rewrite(syntax).typeSpelling
    isFunction =
      syntax.as(TypeSyntax.self)?.unattributed.isFunction(scope.context.functionAliases) ?? false
    inSupport = inClass
    inExtension = inProtocol
    guard scope.context.hasUnknownTypes || scope.context.isNested else { return }
    let rewriter = JudgedTypeRewriter(scope)
    let aliased = rewriter.rewrite(syntax)
    inSupport = SubjectRewriter(scope).rewrite(aliased).typeSpelling
    judged = rewriter.judged
    if scope.context.isNested { inExtension = aliased.typeSpelling }
  }

  /// The type as that of a setter's value, which must be copyable.
  ///
  /// A type that depends on the subject is known to be.
  func asValue(of type: TypeSyntax, _ scope: TypeScope) -> TypeText {
    guard inClass == inProtocol, !isFunction, !type.mentions(scope.hidden), !type.isSurelyCopyable
    else {
      return self
    }
    let plain = inSupport.asOptional
    let value = JudgedType(question: .isCopyable, type: plain)
    var copy = self
    copy.inSupport = scope.name(of: value)
    copy.judged.append(value)
    return copy
  }

  /// The type of a consumed setter value.
  var consumed: TypeText {
    guard let value = judged.last, value.question == .isCopyable else { return self }
    var copy = self
    copy.inSupport = value.type
    copy.judged.removeLast()
    return copy
  }

  static func + (first: TypeText, second: TypeText) -> TypeText {
    var sum = TypeText(
      inProtocol: first.inProtocol + second.inProtocol, inClass: first.inClass + second.inClass)
    sum.inSupport = first.inSupport + second.inSupport
    sum.inExtension = first.inExtension + second.inExtension
    sum.judged = first.judged + second.judged
    return sum
  }

  static func + (first: String, second: TypeText) -> TypeText {
    TypeText(inProtocol: first, inClass: first) + second
  }
}

extension String {
  /// The type as that of a closure's parameter, where an implicitly unwrapped one is a
  /// plain optional.
  var asOptional: String { hasSuffix("!") ? dropLast() + "?" : self }

  /// A function's type with `@escaping`, which stands behind specifiers.
  var escaping: String {
    let specifier = "nonisolated(nonsending) "
    return hasPrefix(specifier)
      ? specifier + "@escaping " + dropFirst(specifier.count) : "@escaping " + self
  }
}

extension SyntaxProtocol {
  /// The source without comments, on one line.
  var oneLine: String {
    var (text, isApart) = ("", false)
    for token in tokens(viewMode: .sourceAccurate) {
      if !text.isEmpty, isApart || !token.leadingTrivia.isEmpty { text += " " }
      text += token.text
      isApart = !token.trailingTrivia.isEmpty
    }
    return text
  }

  func hasToken(_ kind: TokenKind) -> Bool {
    tokens(viewMode: .sourceAccurate).contains { $0.tokenKind == kind }
  }

  /// Whether it mentions the type `Self` itself; `Self.Item` does not count.
  var mentionsSelf: Bool {
    let finder = SelfFinder(viewMode: .sourceAccurate)
    finder.walk(self)
    return finder.found
  }
}

private final class SelfFinder: SyntaxVisitor {
  var found = false

  override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
    if node.name.tokenKind == .keyword(.Self) { found = true }
    return .visitChildren
  }

  override func visit(_ node: MemberTypeSyntax) -> SyntaxVisitorContinueKind {
    node.baseType.trimmedDescription == "Self" ? .skipChildren : .visitChildren
  }
}

/// Writes `Self` as `Subject`, and the protocol's member types as members of
/// `Subject`.
private final class SubjectRewriter: SyntaxRewriter {
  private let scope: TypeScope

  init(_ scope: TypeScope) {
    self.scope = scope
    super.init()
  }

  override func visit(_ node: IdentifierTypeSyntax) -> TypeSyntax {
    let visited = super.visit(node).cast(IdentifierTypeSyntax.self)
    if visited.moduleSelector != nil { return TypeSyntax(visited) }
    if visited.name.tokenKind == .keyword(.Self) {
      return TypeSyntax(visited.with(\.name.tokenKind, .identifier("Subject")))
    }
    if scope.memberTypes.contains(visited.name.text) {
      return TypeSyntax(
        visited.with(\.name.tokenKind, .identifier("Subject." + visited.name.text)))
    }
    return TypeSyntax(visited)
  }
}
