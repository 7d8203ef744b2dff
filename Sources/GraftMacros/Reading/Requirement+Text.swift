// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax

extension Requirement {
  /// The declaration as records have it: the method in the class, with the modifiers that
  /// decide how the requirement itself is called.
  var declaration: String { attributes + modifiers + "func " + classSignature }

  /// The signature in the class, such as `greet(_ subject: Subject, _ other: String)
  /// -> String`.
  var classSignature: String { classSignature(named: escaped(methodName), \.inClass) }

  /// The signature in the class where only generated code overrides it.
  var supportSignature: String { classSignature(named: escaped(methodName), \.inSupport) }

  private func classSignature(
    named name: String, _ context: KeyPath<TypeText, String>
  ) -> String {
    let ownership = consumesNewValue ? "consuming " : ""
    let parameters =
      ["_ subject: \(subject.rawValue)"]
      + (newValue.map { ["_ newValue: \(ownership)\($0.kept(context))"] } ?? [])
      + parameters.map { $0.ofMethod(context) }
    return signature(name, parameters, context)
  }

  /// A signature with these parameters, whose start has the name.
  func signature(
    _ start: String, _ parameters: [String], _ context: KeyPath<TypeText, String>
  ) -> String {
    start + generics[keyPath: context] + "(\(parameters.list))" + effects.text(context)
      + (result.map { " -> " + $0[keyPath: context] } ?? "") + whereClause[keyPath: context]
  }

  /// Whether its signature requires a conforming subject: it has one of the subject's
  /// types, or a type with the subject as an argument, which that may constrain.
  var asksOfSubject: Bool {
    attributes.contains("Self") || SubjectMentions.askMore(in: classSignature)
  }

  /// Code whose errors the compiler has at the requirement.
  func placed(_ code: String) -> String { place?.around(code) ?? code }

  /// The signature at file scope, such as `prefix func - <Subject: Number>(_ value:
  /// Subject) -> Subject`.
  func operatorSignature(ofSubject constraint: String) -> String {
    let more = generics.inClass.isEmpty ? ">" : ", " + generics.inClass.dropFirst()
    let list = parameters.map { $0.ofMethod(\.inClass) }.list
    return "\(fixity)func \(declaredName) <Subject: \(constraint)\(more)(\(list))"
      + effects.text(\.inClass) + (result.map { " -> " + $0.inClass } ?? "") + whereClause.inClass
  }

  /// `unsafe `, if a type in the signature is unsafe by its name.
  ///
  /// Each expression with a value of such a type needs it.
  var unsafeMark: String { UnsafeTypes.mark(classSignature) }

  /// `unsafe `, if a call is: its attributes say so, or else the types.
  private var unsafeMarkOfCall: String {
    let attributes = attributes.split(separator: "\n")
    return attributes.contains("@unsafe")
      ? "unsafe " : attributes.contains("@safe") ? "" : unsafeMark
  }

  /// The marks of a call of its method.
  var marksOfCall: String { effects.marks + unsafeMarkOfCall }

  /// `unsafe `, if the result is of an unsafe type.
  var unsafeMarkOfResult: String { UnsafeTypes.mark(result?.inClass ?? "") }

  /// A call of a link's method: the statements before it, and the expression.
  ///
  /// - Parameters:
  ///   - link: an expression of an unmanaged link.
  ///   - subject: the expression that is passed as the subject.
  ///   - name: the name of the link, if the call needs a variable for it.
  ///   - context: the form of types at the call.
  func call(
    link: String, subject: String, naming name: String = "link",
    _ context: KeyPath<TypeText, String>
  ) -> (setup: String, expression: String) {
    // A call that never returns would leave `unsafe` to be executed.
    if effects.isAsync || needsStrongLink || neverReturns {
      return (
        "let \(name) = unsafe \(link).takeUnretainedValue()\n",
        "\(marksOfCall)\(call(on: name, subject: subject))"
      )
    }
    // The closure can't have a typed throw; its result carries the error out.
    if let thrownType = effects.thrownType {
      let attempt = """
        \(unsafeMarkOfResult)Swift::Result { () throws(\(thrownType[keyPath: context])) in \
        try \(unsafeMarkOfCall)\(call(on: name, subject: subject)) }
        """
      return ("", "try unsafe \(link)._withUnsafeGuaranteedRef { \(name) in \(attempt) }.get()")
    }
    let closure = "{ \(effects.tries)\(unsafeMarkOfCall)\(call(on: "$0", subject: subject)) }"
    return ("", "\(effects.tries)unsafe \(link)._withUnsafeGuaranteedRef \(closure)")
  }

  /// The member that the requirement is called by, with its parameters as arguments.
  ///
  /// - Parameter arguments: the arguments in order; nil to pass the parameters on.
  func member(of subject: String, _ arguments: [String]? = nil) -> String {
    let arguments = (arguments ?? parameters.map(\.argument)).list
    if isProperty { return "\(subject).\(writtenName)" }
    if isSubscript { return "\(subject)[\(arguments)]" }
    // A name in backticks would be a method's.
    return "\(subject).\(kind == .initialiser ? "init" : writtenName)(\(arguments))"
  }

  // MARK: The part of a default that is out of line

  /// Whether its key is that of the type by which the caller knows the subject.
  var isKeyedByStaticType: Bool { mentionsSelf || context.isNoncopyable }
  /// Whether its key is that of a type, even if the subject is an object.
  var isKeyedByType: Bool { isKeyedByStaticType || subject == .type }

  /// A method with the parameters of the default, including a setter's owned value.
  func outOfLineSignature(named name: String) -> String {
    let parameters =
      (newValue.map { ["_ newValue: __owned \($0.kept(\.inExtension))"] } ?? [])
      + parameters.map { $0.ofMethod(\.inExtension) }
    return signature("\(modifierOfSubject)func \(name)", parameters, \.inExtension)
  }

  /// `static `, `mutating ` or nothing.
  var modifierOfSubject: String {
    subject == .type ? "static " : subject == .inOut ? "mutating " : ""
  }

  /// The arguments by which parameters are passed on, a setter's value first.
  func arguments(_ argument: (Parameter) -> String = \.argument) -> [String] {
    (newValue == nil ? [] : ["newValue"]) + parameters.map(argument)
  }

  /// The call of a link's method.
  ///
  /// - Parameter arguments: the arguments in order, a setter's value first; nil to pass the
  ///   parameters on.
  func call(on link: String, subject argument: String, arguments: [String]? = nil) -> String {
    let subject = (subject == .inOut ? "&" : "") + argument
    let labelled: [Parameter?] = (newValue == nil ? [] : [nil]) + parameters
    let passed = arguments.map { zip(labelled, $0).map { $0?.argument(named: $1) ?? $1 } }
    return "\(link).\(escaped(methodName))(\(([subject] + (passed ?? self.arguments())).list))"
  }

  /// The override in a link that stands for a subject's own member, up to its body.
  ///
  /// An async method runs where it is called, which is where the member does.
  ///
  /// - Parameter isOnActor: whether the protocol is known to isolate it to a global actor.
  func overrideByOwn(isOnActor: Bool = false) -> String {
    let runsWhereCalled =
      subject != .isolated && !has(\.isIsolated) && attributes.customAttributes.isEmpty
      && !isOnActor
    let attributes = attributes.replacing("@concurrent\n", with: "").onOneLine
    let isolation =
      effects.isAsync ? (runsWhereCalled ? "nonisolated(nonsending) " : "") : isolation
    return attributes + isolation + "override func " + classSignature
  }

  /// The call of a method of the subject, from a link that only the subject's own
  /// member calls.
  func callOfOwn(_ method: String, label: String? = nil) -> String {
    let isSent = effects.isAsync && [.value, .type].contains(subject) && !has(\.isIsolated)
    let arguments =
      (label.map { ["\($0): ()"] } ?? []) + arguments { isSent ? $0.sentArgument : $0.argument }
    let receiver = isSent ? sent("subject") : "subject"
    return "\(marksOfCall)\(receiver).\(method)(\(arguments.list))"
  }
}
