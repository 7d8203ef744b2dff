// SPDX-License-Identifier: Apache-2.0

// The less usual advice.
extension AdvisedCall {
  /// A value is changed in place of the subject, and put back.
  var runAny: String {
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
  var prefixes: String {
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
  var brief: String {
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
  var outcome: String {
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
}
