// SPDX-License-Identifier: Apache-2.0

// What the functions consist of.
extension AdvisedCall {
  /// The call of a step's closure that gives nothing, which is not retained for it where the
  /// call can't be suspended.
  func lent(_ type: String, _ tries: String, _ arguments: String) -> String {
    isAsync
      ? "\(tries)await step.pointee.closure(\(type).self)\(arguments)"
      : "\(tries)unsafe step.pointee.lent(\(type).self)._withUnsafeGuaranteedRef { \(tries)$0.run\(arguments) }"
  }

  var subjectMark: String { isInOut ? "&subject" : "" }

  /// What the rest of a call gives, and what runs if that throws.
  func result(_ rest: String, _ afterwards: String) -> String {
    "let result: R\n" + assigned(rest, afterwards)
  }

  func assigned(_ rest: String, _ afterwards: String) -> String {
    guard canThrow else { return "result = \(awaits)\(rest)" }
    return """
      do {
        result = try \(awaits)\(rest)
      } catch {
        \(afterwards)
        throw error
      }
      """
  }

  var tries: String { canThrow ? "try " : "" }
  var throwing: String { canThrow ? " throws" : "" }
  /// Behind the names of functions.
  var name: String { canThrow ? "" : "Returning" }

  var inOut: String { isInOut ? "inout " : "" }
  var mark: String { isInOut ? "&" : "" }
  var effect: String { isAsync ? " async" : "" }
  var awaits: String { isAsync ? "await " : "" }
  var isolation: String { isAsync ? "nonisolated(nonsending) " : "" }

  var indices: Range<Int> { 0..<argumentCount }
  var arguments: [String] { indices.map { "a\($0)" } }
  var types: [String] { indices.map { "borrowing A\($0)" } }
  var list: String { arguments.map { $0 + ", " }.joined() }
  var more: String { arguments.map { ", " + $0 }.joined() }
  var parameters: String { indices.map { "_ a\($0): borrowing A\($0), " }.joined() }
  var moreParameters: String { indices.map { ", _ a\($0): borrowing A\($0)" }.joined() }
  /// What `proceed` is called with.
  var values: String { ((isInOut ? ["&subject"] : []) + arguments).joined(separator: ", ") }

  func generics(_ any: String?) -> String {
    (["S"] + (any.map { [$0] } ?? []) + ["R: ~Copyable"]
      + indices.map { "A\($0): ~Copyable & ~Escapable" })
      .joined(separator: ", ")
  }

  /// The parameters of a closure for the rest of a call.
  var restParameters: String {
    let typed =
      (isInOut ? ["subject: inout S"] : []) + indices.map { "a\($0): borrowing A\($0)" }
    return "(\(typed.joined(separator: ", ")))\(effect)\(throwing)"
  }

  /// The type of the rest of a call.
  func proceed(throwing: String? = nil) -> String {
    closureType((isInOut ? ["inout S"] : []) + types, "R", throwing: throwing)
  }

  func closureType(
    _ parameters: [String], _ result: String, throwing: String? = nil
  ) -> String {
    "\(isolation)(\(parameters.joined(separator: ", ")))\(effect)\(throwing ?? self.throwing) -> \(result)"
  }
}
