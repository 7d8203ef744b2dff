// SPDX-License-Identifier: Apache-2.0

extension Requirement {
  /// `greet(_ subject: Subject, _ other: String) -> String`, in the class.
  var classSignature: String { classSignature(named: escaped(methodName), \.inClass) }

  /// The signature in the class where only generated code overrides it.
  var supportSignature: String { classSignature(named: escaped(methodName), \.inSupport) }

  private func classSignature(
    named name: String, _ context: KeyPath<TypeText, String>
  ) -> String {
    let ownership = consumesNewValue ? "consuming " : ""
    let list =
      ["_ subject: \(subject.rawValue)"]
      + (newValue.map { ["_ newValue: \(ownership)\($0[keyPath: context])"] } ?? [])
      + parameters.map { $0.ofMethod(context) }
    return name + generics[keyPath: context] + "(" + list.joined(separator: ", ") + ")"
      + effects.text(context) + (result.map { " -> " + $0[keyPath: context] } ?? "")
      + whereClause[keyPath: context]
  }

  /// Whether its signature can be written only of a subject that conforms: it has a type of the
  /// subject's, or one with the subject as an argument, which may have to be more than any type.
  var asksOfSubject: Bool {
    attributes.contains("Self") || SubjectMentions.askMore(in: classSignature)
  }

  /// The head of a declaration whose type has the result in it. Where the compiler does not
  /// find that, it complains of the head too, and is to do so at the requirement.
  func placed(_ head: String) -> String {
    result?.judged.isEmpty ?? true ? head : place?.aroundLines(head) ?? head
  }

  /// `prefix func - <Subject: Number>(_ value: Subject) -> Subject`, at file scope.
  func operatorSignature(ofSubject constraint: String) -> String {
    let fixity = prefix.dropFirst("static ".count)
    let more = generics.inClass.isEmpty ? ">" : ", " + generics.inClass.dropFirst()
    let list = parameters.map { $0.ofMethod(\.inClass) }.joined(separator: ", ")
    return "\(fixity)func \(declaredName) <Subject: \(constraint)\(more)(\(list))"
      + effects.text(\.inClass) + (result.map { " -> " + $0.inClass } ?? "") + whereClause.inClass
  }

  /// `unsafe `, where a type in the signature is unsafe by its name: each expression that has a
  /// value of it is to say so.
  var unsafeMark: String { UnsafeTypes.mark(classSignature) }

  /// `unsafe `, where the result alone is of an unsafe type.
  var unsafeMarkOfResult: String { UnsafeTypes.mark(result?.inClass ?? "") }

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
    // What never returns would leave `unsafe` to be executed.
    if effects.isAsync || needsStrongLink || neverReturns {
      let awaits = effects.isAsync ? "await " : ""
      return (
        "let \(name) = unsafe \(link).takeUnretainedValue()\n",
        "\(tries)\(awaits)\(unsafeMark)\(call(on: name, subject: subject))"
      )
    }
    // The closure can't throw a type; it carries the error out.
    if let thrownType = effects.thrownType {
      let attempt =
        "\(unsafeMarkOfResult)Swift::Result { () throws(\(thrownType[keyPath: context])) in try \(unsafeMark)\(call(on: name, subject: subject)) }"
      return ("", "try unsafe \(link)._withUnsafeGuaranteedRef { \(name) in \(attempt) }.get()")
    }
    let closure = "{ \(tries)\(unsafeMark)\(call(on: "$0", subject: subject)) }"
    return ("", "\(tries)unsafe \(link)._withUnsafeGuaranteedRef \(closure)")
  }

  // MARK: The part of a default that is out of line

  /// Whether its key is that of a type, also where the subject is an object.
  var isKeyedByType: Bool { mentionsSelf || subject == .type }

  /// A method that takes what the default takes: the value of a setter with its ownership.
  func outOfLineSignature(named name: String) -> String {
    let list =
      (newValue.map { ["_ newValue: __owned \($0.inExtension)"] } ?? [])
      + parameters.map { $0.ofMethod(\.inExtension) }
    let modifier = subject == .type ? "static " : subject == .inOut ? "mutating " : ""
    return modifier + "func " + name + generics.inExtension + "("
      + list.joined(separator: ", ") + ")" + effects.text(\.inExtension)
      + (result.map { " -> " + $0.inExtension } ?? "") + whereClause.inExtension
  }

  /// The call of that method.
  func forwarded(to name: String) -> String {
    let list = (newValue == nil ? [] : ["newValue"]) + parameters.map(\.argument)
    return
      "\(effects.canThrow ? "try " : "")\(unsafeMark)\(name)(\(list.joined(separator: ", ")))"
  }

  func call(on link: String, subject argument: String) -> String {
    call("\(link).\(escaped(methodName))", subject: argument)
  }

  /// The call of a method with the same parameters.
  func call(_ method: String, subject argument: String) -> String {
    let list =
      [(subject == .inOut ? "&" : "") + argument]
      + (newValue == nil ? [] : ["newValue"]) + parameters.map(\.argument)
    return "\(method)(\(list.joined(separator: ", ")))"
  }

  /// The override in a link that stands for a subject's own member, up to its body. A method
  /// that is suspended runs where the class's does, which it has from that.
  var overrideByOwn: String {
    // On one line, since an attribute can't stand apart from what it is of.
    let attributes = attributes.split(separator: "\n").map { $0 + " " }.joined()
    return attributes + (effects.isAsync ? "" : isolation) + "override func " + classSignature
  }

  /// The call of a method of the subject, from a link that is only called by the subject's
  /// own member.
  func callOfOwn(_ method: String, label: String? = nil) -> String {
    let isSent = effects.isAsync && subject == .value && !parameters.contains(where: \.isIsolated)
    let list =
      (label.map { ["\($0): ()"] } ?? []) + (newValue == nil ? [] : ["newValue"])
      + parameters.map { isSent ? $0.sentArgument : $0.argument }
    let marks = (effects.canThrow ? "try " : "") + (effects.isAsync ? "await " : "")
    let receiver = isSent ? "Graft::GeneratedCode.sent(subject)" : "subject"
    return "\(marks)\(receiver).\(method)(\(list.joined(separator: ", ")))"
  }

  /// A call of a link's method from within a closure, with its parameters as arguments.
  func call(on link: String, subject argument: String, arguments: [String]) -> String {
    let list =
      [(subject == .inOut ? "&" : "") + argument]
      + (newValue == nil ? [] : [arguments[0]])
      + zip(parameters, arguments.dropFirst(newValue == nil ? 0 : 1)).map {
        $0.argument(named: $1)
      }
    return "\(link).\(escaped(methodName))(\(list.joined(separator: ", ")))"
  }
}
