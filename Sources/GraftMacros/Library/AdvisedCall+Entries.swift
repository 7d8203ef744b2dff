// SPDX-License-Identifier: Apache-2.0

extension AdvisedCall {
  /// By which links call. One that can't throw is called without async as one that can.
  var entries: String {
    guard !isAsync else { return asyncEntry }
    let returning = AdvisedCall(
      argumentCount: argumentCount, isAsync: false, canThrow: false, isInOut: isInOut)
    return returning.syncEntry + syncEntry
  }

  var asyncEntry: String {
    """
    /// Calls a link.
    \(isolation)public static func advised\(canThrow ? "Throwing" : "")<\(generics("P"))>(
      _ link: ExtensionLink, _ subject: \(inOut)S, \(parameters)any: (S) -> P,
      _ proceed: \(proceed())
    ) async\(throwing) -> R {
      guard let steps = link.seat.keepAdvice() else {
        return \(tries)await proceed(\(values))
      }
      defer { withExtendedLifetime(steps) {} }
      return \(tries)await run\(name)(steps.first, \(mark)subject, \(list)any, proceed)
    }
    """
  }

  /// By which links call whose requirement is not async. It becomes part of the link's own
  /// module, where the types are known, and runs a row of the usual advice by itself. What follows an advice of another kind is run by `run`.
  var syncEntry: String {
    """
    /// Calls a link.
    @inlinable @inline(__always)
    public static func advised\(canThrow ? "Throwing" : "")<\(generics("P"))>(
      _ link: ExtensionLink, _ subject: \(inOut)S, \(parameters)any: (S) -> P,
      _ proceed: \(proceed())
    )\(throwing) -> R {
      let first = link.enter()
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

  var goingOn: String { "run(step, \(mark)subject, \(list)any, proceed)" }

  /// What runs after a call, from the innermost to the outermost.
  var afterwards: String {
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
}
