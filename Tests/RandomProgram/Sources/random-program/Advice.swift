// SPDX-License-Identifier: Apache-2.0

import Graft
import RandomProtocols

/// An advice: what its closures do, and what the oracle says they do.
final class Advice: Sendable {
  enum Form: CaseIterable, Sendable {
    case full, nothing
  }

  /// What it does but for noting that it runs.
  enum Behaviour: CaseIterable, Sendable {
    case plain, skipping, twice, throwing, catching
  }

  /// In the order in which they are outside.
  enum Scope: Int, CaseIterable, Sendable {
    case everySubject, subclasses, type, object
  }

  let id: Int
  let requirement: Requirement
  let kind: AdviceKind
  let form: Form
  let behaviour: Behaviour
  let precedence: Int
  let isOnce: Bool
  /// The number of the scope of the task whose calls it is for; nil for all calls.
  let taskScope: Int?

  /// How long it stays, if that is not for ever.
  var lifetime: AdviceOption? { taskScope != nil ? .forTask : isOnce ? .once : nil }

  var name: String { "advice-\(id)" }

  init(
    id: Int, requirement: Requirement, kind: AdviceKind, form: Form, behaviour: Behaviour,
    precedence: Int, isOnce: Bool, taskScope: Int? = nil
  ) {
    self.id = id
    self.requirement = requirement
    self.kind = kind
    self.form = form
    self.behaviour = behaviour
    self.precedence = precedence
    self.isOnce = isOnce
    self.taskScope = taskScope
  }

  func note(_ mark: String, _ number: Int?, _ arguments: Arguments?, _ result: String? = nil) {
    Trace.note(shown(mark, number, arguments, result))
  }

  func shown(
    _ mark: String, _ number: Int?, _ arguments: Arguments?, _ result: String? = nil
  ) -> String {
    var text = "\(mark)\(id)"
    if let number { text += "[\(number)]" }
    if let arguments { text += "(\(arguments.text),\(arguments.number))" }
    if let result { text += "=\(result)" }
    return text + ";"
  }

  /// A result as closures that run after a call note it.
  static func text<Failure>(_ result: borrowing Result<String, Failure>) -> String {
    switch copy result {
    case .success(let text): text
    case .failure(let error): Refusal.text(error)
    }
  }
}

// What the closures run.
extension Advice {
  func before(_ number: Int?, _ arguments: Arguments?) { note("b", number, arguments) }

  func beforeThrowing(_ number: Int?, _ arguments: Arguments?) throws {
    note("b", number, arguments)
    if behaviour == .throwing { throw Refusal("b\(id)") }
  }

  func after(_ number: Int?, _ arguments: Arguments?, _ result: String?) {
    note("a", number, arguments, result)
  }

  private func changed(_ arguments: Arguments?) -> Arguments {
    Arguments((arguments?.text ?? "") + "~", (arguments?.number ?? 0) + 1)
  }

  func around(
    _ number: Int?, _ arguments: Arguments?, _ proceed: (Arguments) -> String
  ) -> String {
    note("r", number, arguments)
    switch behaviour {
    case .skipping: return "S\(id)"
    case .twice: return "T\(id)<\(proceed(changed(arguments))),\(proceed(changed(arguments)))>"
    case .plain, .throwing, .catching: return "R\(id)<\(proceed(changed(arguments)))>"
    }
  }

  /// Around a call whose text is `inout`.
  func aroundFilling(
    _ number: Int?, _ text: inout String, _ proceed: (inout String) -> String
  ) -> String {
    note("r", number, Arguments(text))
    if behaviour == .skipping { return "S\(id)" }
    text += "~"
    let first = proceed(&text)
    if behaviour != .twice { return "R\(id)<\(first)>" }
    text += "~"
    return "T\(id)<\(first),\(proceed(&text))>"
  }

  func aroundThrowing(
    _ number: Int?, _ arguments: Arguments?, _ proceed: (Arguments) throws -> String
  ) throws -> String {
    note("r", number, arguments)
    let next = changed(arguments)
    switch behaviour {
    case .skipping: return "S\(id)"
    case .twice: return "T\(id)<\(try proceed(next)),\(try proceed(next))>"
    case .throwing: throw Refusal("r\(id)")
    case .plain: return "R\(id)<\(try proceed(next))>"
    case .catching:
      do { return "R\(id)<\(try proceed(next))>" } catch { return "C\(id)<\(Refusal.text(error))>" }
    }
  }

  func aroundTyped(
    _ number: Int?, _ arguments: Arguments?,
    _ proceed: (Arguments) -> Result<String, Refusal>
  ) -> Result<String, Refusal> {
    Result { () throws(Refusal) in
      do {
        return try aroundThrowing(number, arguments) { try proceed($0).get() }
      } catch {
        throw error as! Refusal
      }
    }
  }

  nonisolated(nonsending) func aroundLater(
    _ number: Int?, _ arguments: Arguments?,
    _ proceed: nonisolated(nonsending) (Arguments) async -> String
  ) async -> String {
    note("r", number, arguments)
    let next = changed(arguments)
    switch behaviour {
    case .skipping: return "S\(id)"
    case .twice:
      let first = await proceed(next)
      return "T\(id)<\(first),\(await proceed(next))>"
    case .plain, .throwing, .catching: return "R\(id)<\(await proceed(next))>"
    }
  }

  nonisolated(nonsending) func aroundLaterThrowing(
    _ number: Int?, _ arguments: Arguments?,
    _ proceed: nonisolated(nonsending) (Arguments) async throws -> String
  ) async throws -> String {
    note("r", number, arguments)
    let next = changed(arguments)
    switch behaviour {
    case .skipping: return "S\(id)"
    case .twice:
      let first = try await proceed(next)
      return "T\(id)<\(first),\(try await proceed(next))>"
    case .throwing: throw Refusal("r\(id)")
    case .plain: return "R\(id)<\(try await proceed(next))>"
    case .catching:
      do {
        return "R\(id)<\(try await proceed(next))>"
      } catch {
        return "C\(id)<\(Refusal.text(error))>"
      }
    }
  }
}
