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
struct AdvisedCall {
  let argumentCount: Int
  let isAsync: Bool
  let canThrow: Bool
  /// Whether the requirement changes its subject.
  let isInOut: Bool

  var source: String {
    """
    \(entries)
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
}
