// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
import GraftDescriptors
import SwiftParser
import SwiftSyntax
import Synchronization

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

  struct Effects {
    var isAsync = false
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
  let isProperty: Bool
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
  var attributes = ""
  /// The types of those that are perhaps no global actors.
  var attributeTypes: [String] = []
  /// Without them: an override has the isolation of what it overrides.
  var attributesOfOverride: String {
    attributes.split(separator: "\n")
      .filter { line in !attributeTypes.contains { line == "@" + $0 } }
      .map { $0 + "\n" }.joined()
  }
  /// `nonisolated `, where it is not as its protocol.
  var isolation = ""
  /// `Self` is the type of a parameter or result. Then a subclass's implementation
  /// must not see an object of a sibling, and the key is the static type.
  var mentionsSelf = false
  /// Its default is a function at file scope.
  var isOperator = false
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
  /// The language can't make this call from within a closure.
  var needsStrongLink = false
  /// Among those of the protocol.
  var number = 0
  /// As in tables and errors.
  var name = ""
  /// As in descriptors, where that differs.
  var nameInRecords: String?

  var neverReturns: Bool { ["Never", "Swift.Never"].contains(result?.inProtocol) }

  // MARK: Its names

  /// `declaredName`, with backticks where it needs them.
  var writtenName: String { escaped(declaredName) }

  /// What an extension's record calls it: the class's method, without the subject.
  /// A macro on the extension does not see whether that stands for a property.
  func recordName(typed: Bool) -> String {
    let list =
      (newValue.map { [("_", $0.inClass)] } ?? [])
      + parameters.map { ($0.label, $0.typeNameInClass) }
    let isOfType = subject == .type && methodName != "init"
    return RequirementMethodName(
      isStatic: isOfType, methodName: methodName, parameters: list
    ).name(typed: typed).text
  }

  var untypedRecordName: String { recordName(typed: false) }

  var untypedName: String {
    isProperty ? prefix + declaredName : prefix + declaredName + "(" + labels + ")"
  }

  /// With the types of its parameters, where overloads need them.
  var typedName: String {
    let list = parameters.map { "\($0.label): \($0.typeName)" }.joined(separator: ", ")
    return isProperty ? untypedName : "\(prefix)\(declaredName)(\(list))"
  }

  private var labels: String { parameters.map { $0.label + ":" }.joined() }

  /// The method's name and labels, which two requirements can't share unless
  /// their types differ.
  var methodSignature: String {
    let list =
      parameters.map { "\($0.label): \($0.typeName)" }
      + (newValue.map { ["_: \($0.inProtocol)"] } ?? [])
    return "\(methodName)(\(subject == .type ? "type" : "value"), \(list.joined(separator: ", ")))"
  }

  /// Of the case in the enumeration `Requirement`: as much as tells it from others.
  func caseName(among others: [Requirement]) -> String {
    let candidates: [(Requirement) -> String] = [
      { $0.methodName },
      { $0.identifier($0.parameters.map(\.label)) },
      { $0.identifier($0.parameters.map { $0.label + "_" + $0.typeName }) },
    ]
    let unique = candidates.first { candidate in
      others.count { candidate($0) == candidate(self) } == 1
    }
    let name = unique?(self) ?? "\(candidates[2](self))_\(number)"
    return Self.namesOfEnumerations.contains(name) ? name + "_" : escaped(name)
  }

  /// What no case of an enumeration can be called.
  private static let namesOfEnumerations: Set<String> = [
    "allCases", "init", "self", "Self", "Type", "Protocol",
  ]

  private func identifier(_ parts: [String]) -> String {
    let text = ([(subject == .type ? "static_" : "") + methodName] + parts).joined(separator: "_")
    return String(text.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
  }

  // MARK: What is written for it

  /// `greet(_ subject: Subject, _ other: String) -> String`, in the class.
  var classSignature: String { classSignature(named: escaped(methodName), \.inClass) }

  /// The same where only generated code overrides it.
  var supportSignature: String { classSignature(named: escaped(methodName), \.inSupport) }

  /// The same of a method with another name and more parameters.
  func supportSignature(named name: String, and more: [String]) -> String {
    classSignature(named: name, and: more, \.inSupport)
  }

  private func classSignature(
    named name: String, and more: [String] = [], _ context: KeyPath<TypeText, String>
  ) -> String {
    let ownership = consumesNewValue ? "consuming " : ""
    let list =
      ["_ subject: \(subject.rawValue)"]
      + (newValue.map { ["_ newValue: \(ownership)\($0[keyPath: context])"] } ?? [])
      + parameters.map { $0.ofMethod(context) } + more
    return name + generics[keyPath: context] + "(" + list.joined(separator: ", ") + ")"
      + effects.text(context) + (result.map { " -> " + $0[keyPath: context] } ?? "")
      + whereClause[keyPath: context]
  }

  /// Whether the compiler has to look at something of it.
  var isJudged: Bool {
    !judged.isEmpty || !attributeTypes.isEmpty || newValue != nil || methodName == "init"
      || effects.isAsync
  }

  /// A head that the compiler finds nothing wrong with but what it says of the result.
  func placed(_ head: String) -> String {
    result?.judged.isEmpty ?? true ? head : place?.aroundLines(head) ?? head
  }

  /// The types that it judges.
  var judged: [JudgedType] {
    (parameters.flatMap(\.judged) + generics.judged + whereClause.judged + effects.throwing.judged)
      + (newValue?.judged ?? []) + (result?.judged ?? [])
  }

  /// `prefix func - <Subject: Number>(_ value: Subject) -> Subject`, at file scope.
  func operatorSignature(ofSubject constraint: String) -> String {
    let fixity = prefix.dropFirst("static ".count)
    let more = generics.inClass.isEmpty ? ">" : ", " + generics.inClass.dropFirst()
    let list = parameters.map { $0.ofMethod(\.inClass) }.joined(separator: ", ")
    return "\(fixity)func \(declaredName) <Subject: \(constraint)\(more)(\(list))"
      + effects.text(\.inClass) + (result.map { " -> " + $0.inClass } ?? "") + whereClause.inClass
  }

  /// A call of a link's method: what stands before it, and the expression.
  ///
  /// - Parameters:
  ///   - link: an expression of an unmanaged link.
  ///   - subject: what to pass as the subject.
  ///   - name: of the link, where the call needs a variable for it.
  ///   - context: where the call stands.
  func call(
    link: String, subject: String, naming name: String = "link",
    _ context: KeyPath<TypeText, String>
  ) -> (setup: String, expression: String) {
    let tries = effects.canThrow ? "try " : ""
    if effects.isAsync || needsStrongLink {
      let awaits = effects.isAsync ? "await " : ""
      return (
        "let \(name) = \(link).takeUnretainedValue()\n",
        "\(tries)\(awaits)\(call(on: name, subject: subject))"
      )
    }
    // The closure can't throw a type; it carries the error out.
    if let thrownType = effects.thrownType {
      let attempt =
        "Swift.Result { () throws(\(thrownType[keyPath: context])) in try \(call(on: name, subject: subject)) }"
      return ("", "try \(link)._withUnsafeGuaranteedRef { \(name) in \(attempt) }.get()")
    }
    let closure = "{ \(tries)\(call(on: "$0", subject: subject)) }"
    return ("", "\(tries)\(link)._withUnsafeGuaranteedRef \(closure)")
  }

  // MARK: The part of a default that is out of line

  /// Whether its key is that of a type, also where the subject is an object.
  var isKeyedByType: Bool { mentionsSelf || subject == .type }

  /// A method that takes what the default takes: the value of a setter with its ownership.
  func outOfLineSignature(named name: String) -> String {
    let list =
      (newValue.map { ["_ newValue: __owned \($0.inProtocol)"] } ?? [])
      + parameters.map { $0.ofMethod(\.inProtocol) }
    let modifier = subject == .type ? "static " : subject == .inOut ? "mutating " : ""
    return modifier + "func " + name + generics.inProtocol + "("
      + list.joined(separator: ", ") + ")" + effects.text(\.inProtocol)
      + (result.map { " -> " + $0.inProtocol } ?? "") + whereClause.inProtocol
  }

  /// The call of that method.
  func forwarded(to name: String) -> String {
    let list = (newValue == nil ? [] : ["newValue"]) + parameters.map(\.argument)
    return "\(effects.canThrow ? "try " : "")\(name)(\(list.joined(separator: ", ")))"
  }

  func call(on link: String, subject argument: String) -> String {
    call("\(link).\(escaped(methodName))", subject: argument)
  }

  /// The call of a method with the same parameters, and more.
  func call(_ method: String, subject argument: String, and more: [String] = []) -> String {
    let list =
      [(subject == .inOut ? "&" : "") + argument]
      + (newValue == nil ? [] : ["newValue"]) + parameters.map(\.argument) + more
    return "\(method)(\(list.joined(separator: ", ")))"
  }

  /// The same call from within a closure, with its parameters as arguments.
  func call(on link: String, subject argument: String, arguments: [String]) -> String {
    let list =
      [(subject == .inOut ? "&" : "") + argument]
      + (newValue == nil ? [] : [arguments[0]])
      + zip(parameters, arguments.dropFirst(newValue == nil ? 0 : 1)).map {
        $0.argument(named: $1)
      }
    return "\(link).\(escaped(methodName))(\(list.joined(separator: ", ")))"
  }

  private func escaped(_ name: String) -> String {
    Self.identifiers.isValid(name) ? name : "`\(name)`"
  }

  private static let identifiers = KnownIdentifiers()
}

/// What is a valid name and what needs backticks, as the parser said: asking it for
/// each use of a name took a fifth of the macros' time.
private final class KnownIdentifiers: Sendable {
  private let known = Mutex<[String: Bool]>([:])

  func isValid(_ name: String) -> Bool {
    known.withLock { known in
      if let isValid = known[name] { return isValid }
      let isValid = name.isValidSwiftIdentifier(for: .variableName)
      known[name] = isValid
      return isValid
    }
  }
}
