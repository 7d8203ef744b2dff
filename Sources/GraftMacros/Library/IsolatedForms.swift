// SPDX-License-Identifier: Apache-2.0

public import SwiftSyntax
import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// Writes the methods of the join points whose closures are on an actor.
public struct IsolatedForms: DeclarationMacro {
  /// The text is written as it is to be read; formatting it takes most of the time.
  public static var formatMode: FormatMode { .disabled }

  private static let forms: [ClosureForm] = {
    let (before, around) = ("before the rest of the call", "instead of the rest of the call")
    let after = "when the rest of the call has returned or thrown"
    func all(_ method: String, _ when: String, _ type: String) -> [ClosureForm] {
      [
        ClosureForm(
          method: method, summary: when, closure: type, body: "point.body(\(method): run)",
          isFavoured: true),
        ClosureForm(
          method: method, summary: when + ", with the subject", closure: type + "Subject",
          body: "AdviceClosure(.\(method)Subject, run)"),
      ]
    }
    return all("before", before, "Before") + all("around", around, "Around")
      + all("after", after, "After") + [
        ClosureForm(
          method: "before", summary: before + ", without parameters", closure: "BeforeNothing",
          body: """
            AdviceClosure(.beforeSubject, { (_: Subject) in
              try withoutIsolation(run, as: (() throws -> Void).self)()
            })
            """),
        ClosureForm(
          method: "after", summary: after + ", without parameters", closure: "AfterNothing",
          body: """
            AdviceClosure(.afterSubject, { (_: Subject) in
              withoutIsolation(run, as: (() -> Void).self)()
            })
            """),
      ]
  }()

  public static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    forms.flatMap(\.methods).map { .unparsed($0) }
  }
}

/// Writes the methods whose closures take all parameters, of a join point that stands in
/// front of another one.
public struct FullForms: DeclarationMacro {
  /// The text is written as it is to be read; formatting it takes most of the time.
  public static var formatMode: FormatMode { .disabled }

  public static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    [
      ("before", "before the rest of the call"), ("around", "instead of the rest of the call"),
      ("after", "when the rest of the call has returned or thrown"),
    ].flatMap { method, summary in
      ClosureForm(
        method: method, summary: summary,
        closure: method.prefix(1).uppercased() + method.dropFirst(),
        body: "point.body(\(method): run)", isFavoured: true
      ).methods
    }.map { .unparsed($0) }
  }
}

/// A closure whose type is a parameter of the join point's.
private struct ClosureForm {
  let method: String
  let summary: String
  let closure: String
  let body: String
  var isFavoured = false

  /// With and without options.
  var methods: [String] {
    [("", "[]"), ("_ first: AdviceOption, _ more: AdviceOption..., ", "[first] + more")].map {
      options, list in
      """
      /// Runs a closure \(summary).
      ///
      /// - Returns: what takes it out again.
      /// - Throws: `AdviceError` if another advice has the name, or the image of the
      ///   subject's type is withdrawn.
      @discardableResult\(isFavoured ? "" : " @_disfavoredOverload")
      public func \(method)(
        \(options)\(options.isEmpty ? "_ run" : "run"): \(closure), fileID: StaticString = #fileID, line: UInt = #line
      ) throws(AdviceError) -> AdviceToken {
        try point.install(\(body), \(list), fileID, line)
      }
      """
    }
  }
}
