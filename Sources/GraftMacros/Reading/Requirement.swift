// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax

/// A method, getter, setter or initialiser that a protocol requires and that
/// dispatches.
///
/// It is a method in the class.
struct Requirement {
  enum Kind {
    case method
    /// Its default is a function at file scope.
    case `operator`
    case initialiser
    // A property's accessors.
    case getter
    case setter
    case subscriptGetter
    case subscriptSetter

    var isSetter: Bool { self == .setter || self == .subscriptSetter }
    /// Whether a parameter's only name is not a label.
    var hidesLabels: Bool { [.operator, .subscriptGetter, .subscriptSetter].contains(self) }
  }

  struct Effects {
    var isAsync = false
    /// Whether it throws what a closure argument throws.
    var isRethrowing = false
    /// The text with a leading space, such as ` throws(Failure)`.
    var throwing = TypeText.none
    var thrownType: TypeText?

    var canThrow: Bool { !throwing.inClass.isEmpty }
    /// The marks of a call, each with a trailing space.
    var marks: String { tries + awaits }
    var tries: String { canThrow ? "try " : "" }
    var awaits: String { isAsync ? "await " : "" }
    func text(_ context: KeyPath<TypeText, String>) -> String {
      (isAsync ? " async" : "") + throwing[keyPath: context]
    }
  }

  /// The name as declared: `greet`, `subscript`.
  let declaredName: String
  let kind: Kind
  var subject: SubjectForm
  var parameters: [Parameter]
  var context = ProtocolContext.ofAnyProtocol
  /// The fixity of an operator: `prefix `, `postfix ` or nothing.
  var fixity = ""
  /// The value of a setter.
  var newValue: TypeText?
  var generics = TypeText.none
  var whereClause = TypeText.none
  var effects = Effects()
  /// The result type; nil if it returns nothing.
  var result: TypeText?
  /// Whether it is an initialiser that can fail.
  var isFailable = false
  var hasGenericResult = false
  /// Whether a type in its parameters or constraints has `Self` as a generic argument or bound.
  var hasArgumentOfSelf = false
  /// Whether an `inout` argument may be of a type that can't leave the call.
  var changesNonescapable = false
  var isGenericInResultOnly = false
  var attributes = ""
  /// `consuming `, `nonisolated ` and the like, which the class's method may lack.
  var modifiers = ""
  /// Whether it is `@concurrent`, and so runs off the caller's actor.
  var isConcurrent = false
  /// The types of attributes that may be no global actors.
  var attributeTypes: [String] = []
  /// Its result builders, as their names say.
  var builders: [String] = []
  /// `nonisolated `, if its isolation differs from the protocol's.
  var isolation = ""
  /// Whether a parameter or the result has the type `Self`.
  ///
  /// Then a subclass's implementation must not see an object of a sibling, and the
  /// key is the static type.
  var mentionsSelf = false
  /// Whether callers prefer other overloads, and so have to prefer them to the default.
  var isDisfavored = false
  /// Whether it is marked `@Unadvised`: it has no join point.
  var isUnadvised = false
  /// Whether a setter consumes its value, which then need not be copyable.
  var consumesNewValue = false {
    didSet {
      guard consumesNewValue else { return }
      needsStrongLink = true
      newValue = newValue?.consumed
    }
  }
  var place: SourcePlace?
  /// Whether the language can't make this call from inside a closure.
  var needsStrongLink = false
  /// The number among the protocol's requirements.
  var number = 0
  /// The name in tables and errors.
  var name = ""
  /// The name in descriptors.
  var nameInRecords = ""

  /// The name of the class's method, without backticks: `greet`, `setName`, `init`.
  var methodName: String {
    switch kind {
    case .method, .initialiser, .getter, .subscriptGetter: declaredName
    case .operator: "operator \(fixity)\(declaredName)"
    case .setter, .subscriptSetter: "set" + declaredName.capitalized
    }
  }

  /// The prefix of its name in reports: `static `, `set `.
  var prefix: String {
    let isStatic = subject == .type && kind != .initialiser
    return (isStatic ? "static " + fixity : "")
      + (kind.isSetter ? "set " : kind == .getter ? "get " : "")
  }

  var isProperty: Bool { kind == .getter || kind == .setter }
  var isSubscript: Bool { kind == .subscriptGetter || kind == .subscriptSetter }

  /// Whether it has generic parameters, written as such or as `some`.
  var isGeneric: Bool { !generics.inClass.isEmpty || has(\.isOpaque) }

  func has(_ isOf: (Parameter) -> Bool) -> Bool { parameters.contains(where: isOf) }

  /// Whether its attributes or its parameters say where it runs, whatever its protocol says.
  var saysWhereItRuns: Bool {
    isConcurrent || has(\.isIsolated) || !attributes.customAttributes.isEmpty
  }

  /// Whether its method has one argument beside the subject.
  var hasOneArgument: Bool { parameters.count + (newValue == nil ? 0 : 1) == 1 }

  /// Whether a parameter is a span that no other function can be handed.
  func isPinnedSpan(_ parameter: Parameter) -> Bool {
    parameter.isSpan && (parameter.isInout || !hasOneArgument)
  }

  var neverReturns: Bool { result?.inProtocol.unqualified(in: "Swift") == "Never" }

  /// The types that the compiler judges.
  var judged: [JudgedType] {
    (parameters.flatMap(\.judged) + generics.judged + whereClause.judged + effects.throwing.judged)
      + (newValue?.judged ?? []) + (result?.judged ?? [])
  }
}
