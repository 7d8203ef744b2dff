// SPDX-License-Identifier: Apache-2.0

import Graft
import RandomProtocols

@inline(never) @_semantics("optimize.sil.specialize.generic.never")
func installAdvice<Subject: Handle & SendableMetatype>(
  _ advice: Advice, at points: HandleExtension<Subject>._JoinPointsOfClass,
  ofType own: HandleExtension<Subject>._JoinPoints? = nil
) throws -> AdviceToken {
  switch advice.requirement {
  case .plain:
    return try install(
      advice, at: points.plain, .text,
      before: { subject, text in advice.before(subject.number, Arguments(text)) },
      around: { subject, text, proceed in
        advice.around(subject.number, Arguments(text)) { proceed($0.text) }
      },
      after: { subject, text, result in advice.after(subject.number, Arguments(text), result) })
  case .failing:
    return try install(
      advice, at: points.failing,
      before: { subject, text in try advice.beforeThrowing(subject.number, Arguments(text)) },
      around: { subject, text, proceed in
        try advice.aroundThrowing(subject.number, Arguments(text)) { try proceed($0.text) }
      },
      after: { subject, text, result in
        advice.after(subject.number, Arguments(text), Advice.text(result))
      })
  case .later:
    return try install(
      advice, at: points.later,
      before: { subject, text in advice.before(subject.number, Arguments(text)) },
      around: { subject, text, proceed in
        await advice.aroundLater(subject.number, Arguments(text)) { await proceed($0.text) }
      },
      after: { subject, text, result in advice.after(subject.number, Arguments(text), result) })
  case .title:
    return try install(
      advice, at: points.title, .text,
      before: { subject in advice.before(subject.number, Arguments("")) },
      around: { subject, proceed in advice.around(subject.number, Arguments("")) { _ in proceed() }
      },
      after: { subject, result in advice.after(subject.number, Arguments(""), result) })
  case .setTitle:
    return try install(
      advice, at: points.setTitle, .nothing,
      before: { subject, text in advice.before(subject.number, Arguments(text)) },
      around: { subject, text, proceed in
        _ = advice.around(subject.number, Arguments(text)) {
          proceed($0.text)
          return ""
        }
      },
      after: { subject, text in advice.after(subject.number, Arguments(text), nil) })
  case .with:
    // Its other object is of the type that the compiler sees, so only that can be advised.
    guard let own else { preconditionFailure("no class with its subclasses has a join point") }
    return try install(
      advice, at: own.with, .text,
      before: { subject, other, text in
        advice.before(subject.number, Arguments(text, other.number))
      },
      around: { subject, other, text, proceed in
        advice.around(subject.number, Arguments(text, other.number)) { proceed(other, $0.text) }
      },
      after: { subject, other, text, result in
        advice.after(subject.number, Arguments(text, other.number), result)
      })
  default: preconditionFailure("no handle has \(advice.requirement)")
  }
}

/// Closures that see `any Handle`.
func installOnEveryHandle(_ advice: Advice) throws -> AdviceToken {
  let points = HandleJoinPoints.everySubject
  switch advice.requirement {
  case .plain:
    return try install(
      advice, at: points.plain, .text,
      before: { subject, text in advice.before(subject.number, Arguments(text)) },
      around: { subject, text, proceed in
        advice.around(subject.number, Arguments(text)) { proceed($0.text) }
      },
      after: { subject, text, result in advice.after(subject.number, Arguments(text), result) })
  case .setTitle:
    return try install(
      advice, at: points.setTitle, .nothing,
      before: { subject, text in advice.before(subject.number, Arguments(text)) },
      around: { subject, text, proceed in
        _ = advice.around(subject.number, Arguments(text)) {
          proceed($0.text)
          return ""
        }
      },
      after: { subject, text in advice.after(subject.number, Arguments(text), nil) })
  default: preconditionFailure("\(advice.requirement) is not of every handle")
  }
}
