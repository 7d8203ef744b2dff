// SPDX-License-Identifier: Apache-2.0

import DescriptorEncoding
import ExtensionSyntax
import SwiftSyntax
import SwiftSyntaxMacros

/// Renders the code of `@Default`: a link that calls the extension's members, and
/// the record and accessor through which the registry makes it.
///
/// The members have the names of requirements, and a call of such a name calls the
/// requirement. So `@Extensible` writes a protocol for these calls that redeclares
/// the requirement as the least preferred overload: for subjects of that protocol,
/// the call reaches the default.
struct AuthorDefaultEmission {
  let declared: AuthorDefaultDeclaration

  private var base: String { declared.supportName + "._Base<Subject>" }

  func peers(
    _ attribute: AttributeSyntax, _ context: some MacroExpansionContext
  ) throws(SyntaxProblem) -> [String] {
    // An extension has no name that would distinguish these from another's.
    func name(_ text: String) -> String {
      context.makeUniqueName("\(text)\(declared.symbolOfPlace)").text
    }
    let link = name("default")
    let accessor = name("accessor")
    let condition = name("condition")
    let emission = AccessorEmission(
      support: declared.supportName, subject: declared.callingName, declared.constraints,
      linkClass: link)
    let checks = emission.nameChecks(
      declared.members.map { ($0.name, $0.requirement.form, $0.place) }
    ).lines
    return [linkClass(named: link)]
      + [emission.condition(named: condition, at: declared.place)].compactMap(\.self) + [
        AccessorEmission.function(
          named: accessor, [checks, declared.place.around(emission.answer(if: condition))]),
        try ExtensionAttribute.record(
          try? declared.descriptor.record(), accessor, attribute, context,
          named: "record" + declared.symbolOfPlace),
      ]
  }

  // MARK: The link

  private func linkClass(named name: String) -> String {
    let clause =
      declared.constraints.isEmpty
      ? "" : " where " + declared.constraints.map(\.clause).list
    let head = "private final class \(name)<Subject: \(declared.callingName)>: \(base)\(clause) {"
    // The place of errors that there is no such protocol, or that it is not extensible.
    return """
      \(declared.place.around(head + "\n" + linkInitialiser()))
      \(declared.members.map(method).lines)
      }
      """
  }

  private func method(_ member: AuthorDefaultDeclaration.Member) -> String {
    let requirement = member.requirement
    let marks = requirement.marksOfCall
    let call = requirement.callOfDefault(isRenamed: member.isRenamed)
    let copying = requirement.effects.isAsync && requirement.subject == .inOut
    let isIsolatedAccessor =
      requirement.effects.isAsync && ![.method, .initialiser].contains(requirement.kind)
      && [.value, .type, .inOut].contains(requirement.subject)
    let statement =
      requirement.newValue != nil
      ? setting("\(requirement.unsafeMark)\(call) = newValue", member)
      : isIsolatedAccessor
        ? throughFunction(requirement, marks)
        : (copying ? Self.copied : "") + "return \(marks)\(call)"
    // An async method inherits its isolation from the class's, but not in one that is isolated.
    let runsWhereCalled =
      !requirement.saysWhereItRuns
      && (declared.isOfActor && requirement.subject != .isolated || !requirement.isolation.isEmpty)
    let isolation =
      requirement.effects.isAsync
      ? (runsWhereCalled ? "nonisolated(nonsending) " : "") : requirement.isolation
    let method = """
      \(requirement.attributes.onOneLine)\(isolation)override func \
      \(requirement.classSignature) { \(statement) }
      """
    return member.place.around(method)
  }

  /// The assignment of a setter's value.
  private func setting(_ assignment: String, _ member: AuthorDefaultDeclaration.Member) -> String {
    guard member.needsVariable else { return assignment }
    return "var copy = subject; ({ (subject: inout Subject) in \(assignment) })(&copy)"
  }

  /// Calls a default on a copy of a subject that the method can't send elsewhere.
  private static let copied = "var copy = \(sent("subject")); defer { subject = copy }; "

  /// Reads an async accessor in a function, to which the subject is sent.
  ///
  /// The compiler takes an access for a use where the method runs.
  private func throughFunction(_ requirement: Requirement, _ marks: String) -> String {
    let changes = requirement.subject == .inOut
    let parameters =
      ["_ subject: \(requirement.subject.rawValue)"]
      + requirement.parameters.map { $0.ofMethod(\.inClass) }
    let effects = requirement.effects.text(\.inClass)
    let result = requirement.result?.inClass ?? "Swift::Void"
    let given = changes ? "&copy" : sent("subject")
    return """
      \(changes ? Self.copied : "")func read(\(parameters.list))\(effects) -> \(result) { \
      return \(marks)\(requirement.member(of: "subject")) }; \
      return \(marks)read(\(([given] + requirement.passedArguments).list))
      """
  }
}

extension Requirement {
  /// The call of the member, or the left side of an assignment.
  fileprivate func callOfDefault(isRenamed: Bool) -> String {
    let arguments = passedArguments
    let isPassed = effects.isAsync && [.value, .type].contains(subject)
    let subject =
      isPassed ? sent("subject") : effects.isAsync && subject == .inOut ? "copy" : "subject"
    guard isRenamed else { return member(of: subject, arguments) }
    let name = RenamedDefaultAttribute.name(of: self)
    return "\(subject).\(name)(\(arguments.list))"
  }

  /// The arguments, each given away where the call leaves the method's actor.
  fileprivate var passedArguments: [String] {
    parameters.map { parameter -> String in
      let isPassed =
        effects.isAsync && !parameter.isKept && !parameter.needsStrongLink && !parameter.isLent
      guard isPassed else { return parameter.argument }
      return parameter.argument(named: sent(parameter.given))
    }
  }
}
