// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax

/// One thing to dispatch: a method, a getter, a setter or an initialiser that a
/// protocol requires. In the class it is a method.
struct Requirement {
  /// How the class's method takes the subject.
  enum SubjectForm: String {
    case value = "Subject"
    case inOut = "inout Subject"
    case type = "Subject.Type"
    case isolated = "isolated Subject"
    case borrowing = "borrowing Subject"
    case consuming = "consuming Subject"
  }

  /// What it is in the protocol.
  enum Kind {
    case method
    /// Its default is a function at file scope.
    case `operator`
    case initialiser
    // Of a property.
    case getter
    case setter
    case subscriptGetter
    case subscriptSetter
  }

  struct Effects {
    var isAsync = false
    /// It throws what a closure that it is given throws.
    var isRethrowing = false
    /// With its leading space, such as ` throws(Failure)`.
    var throwing = TypeText.none
    /// The type of a typed throw.
    var thrownType: TypeText?

    var canThrow: Bool { !throwing.inClass.isEmpty }
    func text(_ context: KeyPath<TypeText, String>) -> String {
      (isAsync ? " async" : "") + throwing[keyPath: context]
    }
  }

  /// Of the class's method, without backticks: `greet`, `setName`, `init`.
  let methodName: String
  /// What its name begins with: `static `, `set `.
  let prefix: String
  /// As declared: `greet`, `subscript`. A property's name has no parameters.
  let declaredName: String
  let kind: Kind
  var subject: SubjectForm
  var parameters: [Parameter]
  /// The value of a setter.
  var newValue: TypeText?
  var generics = TypeText.none
  var whereClause = TypeText.none
  var effects = Effects()
  /// Nil where nothing is returned.
  var result: TypeText?
  /// What is returned depends on the requirement's generic parameters.
  var hasGenericResult = false
  /// Some of these stand in the result alone.
  var isGenericInResultOnly = false
  var attributes = ""
  /// It runs elsewhere than the call.
  var isConcurrent = false
  /// The types of those that are perhaps no global actors.
  var attributeTypes: [String] = []
  /// `nonisolated `, where it is not as its protocol.
  var isolation = ""
  /// `Self` is the type of a parameter or result. Then a subclass's implementation
  /// must not see an object of a sibling, and the key is the static type.
  var mentionsSelf = false
  /// Marked so: it has no join point.
  var isUnadvised = false
  /// The value of a setter, which then need not be one that can be copied.
  var consumesNewValue = false {
    didSet {
      guard consumesNewValue else { return }
      needsStrongLink = true
      newValue = newValue?.consumed
    }
  }
  /// Where it is declared, of what the compiler has to look at.
  var place: SourcePlace?
  /// Where it is declared, if protocols that its own refines may have a member of its name.
  var placeAmongAncestors: SourcePlace?
  /// A protocol of the module that its own refines has it, too, without a default.
  var isRepeated = false
  /// The language can't make this call from within a closure.
  var needsStrongLink = false
  /// Among those of the protocol.
  var number = 0
  /// As in tables and errors.
  var name = ""
  /// As in descriptors, where that differs.
  var nameInRecords: String?

  var isProperty: Bool { kind == .getter || kind == .setter }
  var isSubscript: Bool { kind == .subscriptGetter || kind == .subscriptSetter }

  var neverReturns: Bool { result?.inProtocol.unqualified(in: "Swift") == "Never" }

  /// Whether the compiler has to look at something of it.
  var isJudged: Bool {
    !judged.isEmpty || !attributeTypes.isEmpty || newValue != nil || kind == .initialiser
      || effects.isAsync
  }

  /// The types that it judges.
  var judged: [JudgedType] {
    (parameters.flatMap(\.judged) + generics.judged + whereClause.judged + effects.throwing.judged)
      + (newValue?.judged ?? []) + (result?.judged ?? [])
  }
}
