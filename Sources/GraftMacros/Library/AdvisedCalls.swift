// SPDX-License-Identifier: Apache-2.0

public import SwiftSyntax
import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// Writes the functions by which links run advice, which Graft itself has once for each
/// number of arguments: Swift lets nothing follow a parameter pack in the type of a
/// closure, and `proceed` does.
public struct AdvisedCalls: DeclarationMacro {
  /// The text is written as it is to be read; formatting it takes most of the time.
  public static var formatMode: FormatMode { .disabled }

  public static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let most = node.arguments.first.flatMap({ Int($0.expression.trimmedDescription) }) else {
      return []
    }
    // What throws and what does not are called in the same way, unless they are async.
    return [(false, true), (true, true), (true, false)].flatMap { isAsync, canThrow in
      [false, true].flatMap { isInOut in
        (0...most).map { count in
          .unparsed(
            AdvisedCall(
              argumentCount: count, isAsync: isAsync, canThrow: canThrow, isInOut: isInOut
            ).source)
        }
      }
    }
  }
}

/// The functions for one number of arguments.
private struct AdvisedCall {
  let argumentCount: Int
  let isAsync: Bool
  let canThrow: Bool
  /// Of a requirement that changes its subject.
  let isInOut: Bool

  var source: String {
    """
    \(isAsync ? entry(throws: canThrow) : entry(throws: false) + entry(throws: true))
    /// Runs the advice from a step on, and then goes on with the call.
    \(isAsync ? "private" : "@usableFromInline") \(isolation)static func run\(name)<\(generics("P"))>(
      _ first: UnsafePointer<AdviceStep>, _ subject: \(inOut)S, \(parameters)_ any: (S) -> P,
      _ proceed: \(proceed())
    )\(effect)\(throwing) -> R {
      var step = first
      while true {
        switch step.pointee.form {
        case .end: return \(tries)\(awaits)proceed(\(values))
        case .before:
          typealias Before = \(closureType(["\(inOut)S"] + types, "Void"))
          \(lent("Before", "\(tries)", "(\(mark)subject\(more))"))
          step += 1
        case .around:
          typealias Around = \(closureType(["\(inOut)S"] + types + [proceed()], "R"))
          return \(tries)\(awaits)step.pointee.closure(Around.self)(\(mark)subject\(more)) { \(restParameters) in
            \(tries)\(awaits)run\(name)(step + 1, \(mark)subject, \(list)any, proceed)
          }
        case .afterReturning:
          typealias After = \(closureType(["\(inOut)S"] + types + ["borrowing R"], "Void", throwing: ""))
          let result = \(tries)\(awaits)run\(name)(step + 1, \(mark)subject, \(list)any, proceed)
          \(lent("After", "", "(\(mark)subject\(more), result)"))
          return result
        case .objects:
          \(isAsync ? "let objects = step.pointee.keepAdvice(of: subject)" : "let objects = step.pointee.enterAdvice(of: subject)")
          guard let objects else {
            step += 1
            continue
          }
          \(isAsync ? "defer { withExtendedLifetime(objects) {} }" : "defer { AdviceSlot.leave() }")
          return \(tries)\(awaits)run\(name)(objects\(isAsync ? ".first" : ""), \(mark)subject, \(list)any) { \(restParameters) in
            \(tries)\(awaits)run\(name)(step + 1, \(mark)subject, \(list)any, proceed)
          }
        case .special:
          return \(tries)\(awaits)runSpecial\(name)(step, \(mark)subject, \(list)any, proceed)
        default:
          return \(tries)\(awaits)perform\(name)(step.pointee, \(mark)subject\(more)) { \(restParameters) in
            \(tries)\(awaits)run\(name)(step + 1, \(mark)subject, \(list)any, proceed)
          }
        }
      }
    }

    /// Runs one that runs in one call only, or sees any subject.
    @inline(never)
    \(isolation)private static func runSpecial\(name)<\(generics("P"))>(
      _ step: UnsafePointer<AdviceStep>, _ subject: \(inOut)S, \(parameters)_ any: (S) -> P,
      _ proceed: \(proceed())
    )\(effect)\(throwing) -> R {
      guard step.pointee.isAdmitted else {
        return \(tries)\(awaits)run\(name)(step + 1, \(mark)subject, \(list)any, proceed)
      }
      guard step.pointee.traits.contains(.seesAny) else {
        return \(tries)\(awaits)perform\(name)(step.pointee, \(mark)subject\(more)) { \(restParameters) in
          \(tries)\(awaits)run\(name)(step + 1, \(mark)subject, \(list)any, proceed)
        }
      }
    \(runAny)
    }

    /// Runs one advice around the rest of a call.
    @inline(never)
    \(isolation)private static func perform\(name)<\(generics(nil))>(
      _ step: AdviceStep, _ subject: \(inOut)S\(moreParameters), _ rest: \(proceed())
    )\(effect)\(throwing) -> R {
      switch step.bodyForm {
      case .before:
        typealias Before = \(closureType(["\(inOut)S"] + types, "Void"))
        \(tries)\(awaits)step.closure(Before.self)(\(mark)subject\(more))
        return \(tries)\(awaits)rest(\(values))
      case .around:
        typealias Around = \(closureType(["\(inOut)S"] + types + [proceed()], "R"))
        return \(tries)\(awaits)step.closure(Around.self)(\(mark)subject\(more)) { \(restParameters) in
          \(tries)\(awaits)rest(\(values))
        }
      case .afterReturning:
        typealias After = \(closureType(["\(inOut)S"] + types + ["borrowing R"], "Void", throwing: ""))
        let result = \(tries)\(awaits)rest(\(values))
        \(awaits)step.closure(After.self)(\(mark)subject\(more), result)
        return result
    \(canThrow ? "  case .afterOutcome: return try \(awaits)performOutcome(step, \(mark)subject\(more), rest)" : "")
      case .afterArguments:
        typealias After = \(closureType(["\(inOut)S"] + types, "Void", throwing: ""))
        \(result("rest(\(values))", "\(awaits)step.closure(After.self)(\(mark)subject\(more))"))
        \(awaits)step.closure(After.self)(\(mark)subject\(more))
        return result
    \(prefixes)  default:
        return \(tries)\(awaits)performBrief\(name)(step, \(mark)subject) { \(isInOut ? "subject in " : "")\(tries)\(awaits)rest(\(values)) }
      }
    }
    \(canThrow ? outcome : "")
    \(argumentCount == 0 ? brief : "")
    """
  }

  /// Calls a link.
  private func entry(throws canThrow: Bool) -> String {
    let call = AdvisedCall(
      argumentCount: argumentCount, isAsync: isAsync, canThrow: canThrow, isInOut: isInOut)
    return isAsync ? call.asyncEntry : call.syncEntry
  }

  private var asyncEntry: String {
    """
    /// Calls a link.
    \(isolation)public static func advised\(canThrow ? "Throwing" : "")<\(generics("P"))>(
      _ link: ExtensionLink, _ number: Int, _ subject: \(inOut)S, \(parameters)any: (S) -> P,
      _ proceed: \(proceed())
    ) async\(throwing) -> R {
      guard let steps = link.seat.keepAdvice(of: link, number) else {
        return \(tries)await proceed(\(values))
      }
      defer { withExtendedLifetime(steps) {} }
      return \(tries)await run\(name)(steps.first, \(mark)subject, \(list)any, proceed)
    }
    """
  }

  /// Of the link's own module, where the types are known: there it runs a row of the usual
  /// advice by itself. What follows an advice of another kind is run by `run`.
  private var syncEntry: String {
    """
    /// Calls a link.
    @inlinable @inline(__always)
    public static func advised\(canThrow ? "Throwing" : "")<\(generics("P"))>(
      _ link: ExtensionLink, _ number: Int, _ subject: \(inOut)S, \(parameters)any: (S) -> P,
      _ proceed: \(proceed())
    )\(throwing) -> R {
      let first = link.enter(number)
      defer { leave() }
      var step = first
      while true {
        if step.pointee.form == .before {
          typealias Before = \(closureType(["\(inOut)S"] + types, "Void"))
          \(lent("Before", tries, "(\(mark)subject\(more))"))
        }\(canThrow ? " else { break }" : " else if step.pointee.form != .afterReturning { break }")
        step += 1
      }
      let result: R
      switch step.pointee.form {
      case .end,
        .pointcut where step[1].form == .end:
        let call = step.pointee.form == .end ? 0 : beginCall(step)
        \(assigned("proceed(\(values))", "if call != 0 { endCall(step, call, throwing: error) }"))
        if call != 0 { endCall(step, call) }
      case .around where step[1].form == .end:
        typealias Around = \(closureType(["\(inOut)S"] + types + [proceed()], "R"))
        var given: R?
        \(tries)unsafe step.pointee.lent(Around.self)._withUnsafeGuaranteedRef {
          given = \(tries)$0.run(\(mark)subject\(more), proceed)
        }
        result = given.take()!
      default:
        \(canThrow ? "result = try \(goingOn)" : "do { result = try \(goingOn) } catch { threw(error) }")
      }
      \(canThrow ? "" : afterwards)
      return result
    }

    """
  }

  private var goingOn: String { "run(step, \(mark)subject, \(list)any, proceed)" }

  /// What runs after a call, from the innermost to the outermost.
  private var afterwards: String {
    """
    while step != first {
        step -= 1
        if step.pointee.form == .afterReturning {
          typealias After = \(closureType(["\(inOut)S"] + types + ["borrowing R"], "Void"))
          \(lent("After", "", "(\(mark)subject\(more), result)"))
        }
      }
    """
  }

  /// A value is changed in place of the subject, and put back.
  private var runAny: String {
    guard isInOut else {
      return """
          return \(tries)\(awaits)perform\(name)(step.pointee, any(subject)\(more)) { \(restParameters) in
            \(tries)\(awaits)run\(name)(step + 1, subject, \(list)any, proceed)
          }
        """
    }
    return """
        var seen = any(subject)
        defer { subject = unchanged(seen) }
        return \(tries)\(awaits)perform\(name)(step.pointee, &seen\(more)) { \(restParameters.replacing("subject: inout S", with: "seen: inout P")) in
          var same: S = unchanged(seen)
          defer { seen = any(same) }
          return \(tries)\(awaits)run\(name)(step + 1, &same, \(list)any, proceed)
        }
      """
  }

  /// Closures that take the first of the arguments only. Around a call that changes the
  /// subject they see a copy of it.
  private var prefixes: String {
    (1..<max(1, argumentCount)).map { count in
      let (types, list) = (
        Array(types.prefix(count)), arguments.prefix(count).map { ", " + $0 }.joined()
      )
      return """
        case .beforeSome where step.argumentCount == \(count):
          typealias Before = \(closureType(["\(inOut)S"] + types, "Void"))
          \(tries)\(awaits)step.closure(Before.self)(\(mark)subject\(list))
          return \(tries)\(awaits)rest(\(values))
        case .aroundSome where step.argumentCount == \(count):
          typealias Around = \(closureType(["S"] + types + ["\(isolation)()\(effect)\(throwing) -> R"], "R"))
          \(isInOut ? "let copy = subject" : "")
          return \(tries)\(awaits)step.closure(Around.self)(\(isInOut ? "copy" : "subject")\(list)) {
            \(tries)\(awaits)rest(\(values))
          }
        case .afterSome where step.argumentCount == \(count):
          typealias After = \(closureType(["\(inOut)S"] + types, "Void", throwing: ""))
          \(result("rest(\(values))", "\(awaits)step.closure(After.self)(\(mark)subject\(list))"))
          \(awaits)step.closure(After.self)(\(mark)subject\(list))
          return result

        """
    }.joined()
  }

  /// What takes no arguments.
  private var brief: String {
    """
    /// Runs one advice that sees no arguments.
    @inline(never)
    \(isolation)private static func performBrief\(name)<S, R: ~Copyable>(
      _ step: AdviceStep, _ subject: \(inOut)S, _ rest: \(isolation)(\(isInOut ? "inout S" : ""))\(effect)\(throwing) -> R
    )\(effect)\(throwing) -> R {
      let isAsync = \(isAsync)
      switch step.bodyForm {
      case .beforeSubject:
        typealias Before = \(closureType(["S"], "Void"))
        \(tries)\(awaits)step.closure(Before.self)(subject)
        return \(tries)\(awaits)rest(\(isInOut ? "&subject" : ""))
      case .aroundSubject:
        typealias Around = \(closureType(["S", "\(isolation)()\(effect)\(throwing) -> R"], "R"))
        \(isInOut ? "let copy = subject" : "")
        return \(tries)\(awaits)step.closure(Around.self)(\(isInOut ? "copy" : "subject")) { \(tries)\(awaits)rest(\(isInOut ? "&subject" : "")) }
      case .afterSubject:
        typealias After = \(closureType(["S"], "Void", throwing: ""))
        \(result("rest(\(subjectMark))", "\(awaits)step.closure(After.self)(subject)"))
        \(awaits)step.closure(After.self)(subject)
        return result
      case .pointcut:
        let call = step.beginCall(isAsync: isAsync)
        \(result("rest(\(subjectMark))", "step.endCall(call, isAsync: isAsync, throwing: error)"))
        step.endCall(call, isAsync: isAsync)
        return result
      default:
        return \(tries)\(awaits)rest(\(isInOut ? "&subject" : ""))
      }
    }
    """
  }

  /// Of a call that can throw. By itself, since a function asks at its beginning for all the
  /// generic types that it names.
  private var outcome: String {
    """
    /// Runs one advice that sees a `Result` after the rest of a call.
    @inline(never)
    \(isolation)private static func performOutcome<\(generics(nil))>(
      _ step: AdviceStep, _ subject: \(inOut)S\(moreParameters), _ rest: \(proceed())
    )\(effect) throws -> R {
        typealias After = \(closureType(["\(inOut)S"] + types + ["borrowing Result<R, any Error>"], "Void", throwing: ""))
        let outcome: Result<R, any Error>
        do { outcome = .success(try \(awaits)rest(\(values))) } catch { outcome = .failure(error) }
        let lent = outcome
        \(awaits)step.closure(After.self)(\(mark)subject\(more), lent)
        return try lent.get()
    }
    """
  }

  /// The call of a step's closure that gives nothing, which is not retained for it where the
  /// call can't be suspended.
  private func lent(_ type: String, _ tries: String, _ arguments: String) -> String {
    isAsync
      ? "\(tries)await step.pointee.closure(\(type).self)\(arguments)"
      : "\(tries)unsafe step.pointee.lent(\(type).self)._withUnsafeGuaranteedRef { \(tries)$0.run\(arguments) }"
  }

  private var subjectMark: String { isInOut ? "&subject" : "" }

  /// What the rest of a call gives, and what runs if that throws.
  private func result(_ rest: String, _ afterwards: String) -> String {
    "let result: R\n" + assigned(rest, afterwards)
  }

  private func assigned(_ rest: String, _ afterwards: String) -> String {
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

  // MARK: Parts

  private var tries: String { canThrow ? "try " : "" }
  private var throwing: String { canThrow ? " throws" : "" }
  /// Behind the names of functions.
  private var name: String { canThrow ? "" : "Returning" }

  private var inOut: String { isInOut ? "inout " : "" }
  private var mark: String { isInOut ? "&" : "" }
  private var effect: String { isAsync ? " async" : "" }
  private var awaits: String { isAsync ? "await " : "" }
  private var isolation: String { isAsync ? "nonisolated(nonsending) " : "" }

  private var indices: Range<Int> { 0..<argumentCount }
  private var arguments: [String] { indices.map { "a\($0)" } }
  private var types: [String] { indices.map { "borrowing A\($0)" } }
  private var list: String { arguments.map { $0 + ", " }.joined() }
  private var more: String { arguments.map { ", " + $0 }.joined() }
  private var parameters: String { indices.map { "_ a\($0): borrowing A\($0), " }.joined() }
  private var moreParameters: String { indices.map { ", _ a\($0): borrowing A\($0)" }.joined() }
  /// What `proceed` is called with.
  private var values: String { ((isInOut ? ["&subject"] : []) + arguments).joined(separator: ", ") }

  private func generics(_ any: String?) -> String {
    (["S"] + (any.map { [$0] } ?? []) + ["R: ~Copyable"]
      + indices.map { "A\($0): ~Copyable & ~Escapable" })
      .joined(separator: ", ")
  }

  /// The parameters of a closure for the rest of a call.
  private var restParameters: String {
    let typed =
      (isInOut ? ["subject: inout S"] : []) + indices.map { "a\($0): borrowing A\($0)" }
    return "(\(typed.joined(separator: ", ")))\(effect)\(throwing)"
  }

  /// The type of the rest of a call.
  private func proceed(throwing: String? = nil) -> String {
    closureType((isInOut ? ["inout S"] : []) + types, "R", throwing: throwing)
  }

  private func closureType(
    _ parameters: [String], _ result: String, throwing: String? = nil
  ) -> String {
    "\(isolation)(\(parameters.joined(separator: ", ")))\(effect)\(throwing ?? self.throwing) -> \(result)"
  }
}
