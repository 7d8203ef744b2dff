// SPDX-License-Identifier: Apache-2.0

public import SwiftSyntax
import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// Writes the methods of a join point whose closures take fewer parameters, which Graft
/// itself has for each of the effects that a requirement can have.
public struct JoinPointForms: DeclarationMacro {
  /// The text is written as it is to be read; formatting it takes most of the time.
  public static var formatMode: FormatMode { .disabled }

  public static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let most = node.arguments.first.flatMap({ Int($0.expression.trimmedDescription) }) else {
      return []
    }
    let subject = node.arguments.count > 1 ? "inout Subject" : "Subject"
    let forms = ["", " throws", " async", " async throws"].flatMap { effects in
      JoinPointForm.all(effects, upTo: most, subject)
    }
    return forms.flatMap(\.methods).map { .unparsed($0) }
  }
}

/// One kind of closure for one kind of requirement.
private struct JoinPointForm {
  /// As in `before`.
  let method: String
  let summary: String
  /// Generic parameters, each with a comma behind it.
  var generics = ""
  /// Where a closure runs that can be suspended.
  let isolation: String
  let closure: String
  let constraints: String
  let form: String
  /// The closure as it is kept.
  var kept = "run"

  /// With and without options.
  var methods: [String] {
    let generics = generics.isEmpty ? "" : "<\(generics)>"
    return [
      ("_ run: \(isolation)@escaping @Sendable \(closure)", "[]"),
      (
        "_ first: AdviceOption, _ more: AdviceOption..., run: \(isolation)@escaping @Sendable \(closure)",
        "[first] + more"
      ),
    ].map { parameters, options in
      """
      /// \(summary)
      ///
      /// - Returns: what takes it out again.
      /// - Throws: `AdviceError` if another advice has the name, or the image of the
      ///   subject's type is withdrawn.
      @discardableResult
      @_disfavoredOverload
      public func \(method)\(generics)(
        \(parameters), fileID: StaticString = #fileID, line: UInt = #line
      ) throws(AdviceError) -> AdviceToken where \(constraints) {
        try install(AdviceClosure(\(form), \(kept)), \(options), fileID, line)
      }
      """
    }
  }

  static func all(
    _ effects: String, upTo most: Int, _ subject: String
  ) -> [JoinPointForm] {
    brief(effects)
      + (1..<most).flatMap { some(effects, $0, subject) }
      + (1...most).map { allArguments(effects, $0, subject) }
  }

  /// All arguments, without what came of the call.
  private static func allArguments(
    _ effects: String, _ count: Int, _ subject: String
  ) -> JoinPointForm {
    let isolation = effects.contains("async") ? "nonisolated(nonsending) " : ""
    let isAsync = effects.contains("async") ? " async" : ""
    let arguments = (0..<count).map { "A\($0)" }
    let list = ([subject] + arguments).joined(separator: ", ")
    return JoinPointForm(
      method: "after",
      summary:
        "Runs a closure when the rest of the call has returned or thrown, with all arguments.",
      generics: arguments.joined(separator: ", "), isolation: isolation,
      closure: "(\(list))\(isAsync) -> Void",
      constraints: "Before == \(isolation)@Sendable (\(list))\(effects) -> Void",
      form: ".afterArguments")
  }

  /// The subject, or nothing.
  private static func brief(_ effects: String) -> [JoinPointForm] {
    let isolation = effects.contains("async") ? "nonisolated(nonsending) " : ""
    let (isAsync, awaits) = effects.contains("async") ? (" async", "await ") : ("", "")
    let marks = (effects.contains("throws") ? "try " : "") + awaits
    let proceed = "()\(effects) -> R"
    let constraints = "Proceed == \(isolation)()\(effects) -> R"
    func closure(_ parameters: [String], _ result: String, _ effects: String) -> String {
      "(\(parameters.joined(separator: ", ")))\(effects) -> \(result)"
    }
    let (subject, none) = ("with the subject.", "without parameters.")
    return [
      JoinPointForm(
        method: "before", summary: "Runs a closure before the rest of the call, \(subject)",
        generics: "R: ~Copyable", isolation: isolation,
        closure: closure(["Subject"], "Void", effects),
        constraints: constraints, form: ".beforeSubject"),
      JoinPointForm(
        method: "before", summary: "Runs a closure before the rest of the call, \(none)",
        generics: "R: ~Copyable", isolation: isolation, closure: closure([], "Void", effects),
        constraints: constraints, form: ".beforeSubject",
        kept:
          "{ (_: Subject) in \(marks)run() } as \(isolation)\(closure(["Subject"], "Void", effects))"
      ),
      JoinPointForm(
        method: "around", summary: "Runs a closure instead of the rest of the call, \(subject)",
        generics: "R: ~Copyable",
        isolation: isolation, closure: closure(["Subject", isolation + proceed], "R", effects),
        constraints: constraints, form: ".aroundSubject"),
      JoinPointForm(
        method: "around", summary: "Runs a closure instead of the rest of the call, \(none)",
        generics: "R: ~Copyable", isolation: isolation,
        closure: closure([isolation + proceed], "R", effects),
        constraints: constraints, form: ".aroundSubject",
        kept:
          "{ (_: Subject, proceed: \(isolation)\(proceed)) in \(marks)run(proceed) } as \(isolation)"
          + closure(["Subject", isolation + proceed], "R", effects)),
      JoinPointForm(
        method: "after",
        summary: "Runs a closure when the rest of the call has returned or thrown, \(subject)",
        generics: "R: ~Copyable", isolation: isolation,
        closure: closure(["Subject"], "Void", isAsync),
        constraints: constraints, form: ".afterSubject"),
      JoinPointForm(
        method: "after",
        summary: "Runs a closure when the rest of the call has returned or thrown, \(none)",
        generics: "R: ~Copyable", isolation: isolation, closure: closure([], "Void", isAsync),
        constraints: constraints, form: ".afterSubject",
        kept:
          "{ (_: Subject) in \(awaits)run() } as \(isolation)\(closure(["Subject"], "Void", isAsync))"
      ),
    ]
  }

  /// The subject and the first of the arguments. Around a call that changes the subject
  /// the closure has a copy of that.
  private static func some(_ effects: String, _ count: Int, _ subject: String) -> [JoinPointForm] {
    let isolation = effects.contains("async") ? "nonisolated(nonsending) " : ""
    let isAsync = effects.contains("async") ? " async" : ""
    let arguments = (0..<count).map { "A\($0)" }
    let generics =
      "R: ~Copyable, " + (arguments + ["Next", "each Rest"]).joined(separator: ", ")
    let all = ([subject] + arguments + ["Next", "repeat each Rest"]).joined(separator: ", ")
    let constraints =
      "Proceed == \(isolation)()\(effects) -> R, Before == \(isolation)@Sendable (\(all))\(effects) -> Void"
    func closure(_ parameters: [String], _ result: String, _ effects: String) -> String {
      "(\(parameters.joined(separator: ", ")))\(effects) -> \(result)"
    }
    return [
      JoinPointForm(
        method: "before",
        summary: "Runs a closure before the rest of the call, with the first of the arguments.",
        generics: generics, isolation: isolation,
        closure: closure([subject] + arguments, "Void", effects),
        constraints: constraints, form: ".beforeSome, argumentCount: \(count)"),
      JoinPointForm(
        method: "around",
        summary:
          "Runs a closure instead of the rest of the call, with the first of the arguments.",
        generics: generics,
        isolation: isolation,
        closure: closure(["Subject"] + arguments + ["\(isolation)()\(effects) -> R"], "R", effects),
        constraints: constraints, form: ".aroundSome, argumentCount: \(count)"),
      JoinPointForm(
        method: "after",
        summary:
          "Runs a closure when the rest of the call has returned or thrown, with the first of the arguments.",
        generics: generics, isolation: isolation,
        closure: closure([subject] + arguments, "Void", isAsync),
        constraints: constraints, form: ".afterSome, argumentCount: \(count)"),
    ]
  }
}
