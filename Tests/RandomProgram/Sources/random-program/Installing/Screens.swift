// SPDX-License-Identifier: Apache-2.0

import Graft
import RandomProtocols

@inline(never) @_semantics("optimize.sil.specialize.generic.never")
func installAdvice<Subject: Screen & SendableMetatype>(
  _ advice: Advice, at points: ScreenExtension<Subject>._JoinPoints
) throws -> AdviceToken {
  switch advice.requirement {
  case .plain:
    return try install(
      advice, at: points.plain,
      before: { subject, text in advice.before(subject.number, Arguments(text)) },
      around: { subject, text, proceed in
        advice.around(subject.number, Arguments(text)) { proceed($0.text) }
      },
      after: { subject, text, result in advice.after(subject.number, Arguments(text), result) },
      bareBefore: { advice.before(nil, nil) },
      bareAround: { proceed in advice.around(nil, nil) { _ in proceed() } },
      bareAfter: { advice.after(nil, nil, nil) })
  case .failing:
    return try install(
      advice, at: points.failing,
      before: { subject, text in try advice.beforeThrowing(subject.number, Arguments(text)) },
      around: { subject, text, proceed in
        try advice.aroundThrowing(subject.number, Arguments(text)) { try proceed($0.text) }
      },
      after: { subject, text, result in
        advice.after(subject.number, Arguments(text), Advice.text(result))
      },
      bareBefore: { try advice.beforeThrowing(nil, nil) },
      bareAround: { proceed in try advice.aroundThrowing(nil, nil) { _ in try proceed() } },
      bareAfter: { advice.after(nil, nil, nil) })
  case .change:
    return try install(
      advice, at: points.change,
      before: { subject, text in advice.before(subject.number, Arguments(text)) },
      around: { subject, text, proceed in
        advice.around(subject.number, Arguments(text)) { proceed(&subject, $0.text) }
      },
      after: { subject, text, result in advice.after(subject.number, Arguments(text), result) },
      bareBefore: { advice.before(nil, nil) },
      bareAround: { proceed in advice.around(nil, nil) { _ in proceed() } },
      bareAfter: { advice.after(nil, nil, nil) })
  case .title:
    return try install(
      advice, at: points.title,
      before: { subject in advice.before(subject.number, Arguments("")) },
      around: { subject, proceed in
        advice.around(subject.number, Arguments("")) { _ in proceed() }
      },
      after: { subject, result in advice.after(subject.number, Arguments(""), result) },
      bareBefore: { advice.before(nil, nil) },
      bareAround: { proceed in advice.around(nil, nil) { _ in proceed() } },
      bareAfter: { advice.after(nil, nil, nil) })
  case .setTitle:
    return try install(
      advice, at: points.setTitle,
      before: { subject, text in advice.before(subject.number, Arguments(text)) },
      around: { subject, text, proceed in
        _ = advice.around(subject.number, Arguments(text)) {
          proceed(&subject, $0.text)
          return ""
        }
      },
      after: { subject, text in advice.after(subject.number, Arguments(text), nil) },
      bareBefore: { advice.before(nil, nil) },
      bareAround: { proceed in
        _ = advice.around(nil, nil) { _ in
          proceed()
          return ""
        }
      },
      bareAfter: { advice.after(nil, nil, nil) })
  case .later:
    return try install(
      advice, at: points.later,
      before: { subject, text in advice.before(subject.number, Arguments(text)) },
      around: { subject, text, proceed in
        await advice.aroundLater(subject.number, Arguments(text)) { await proceed($0.text) }
      },
      after: { subject, text, result in advice.after(subject.number, Arguments(text), result) })
  case .label:
    return try install(
      advice, at: points.label, .text,
      before: { subject, text in advice.before(subject.number, Arguments(text)) },
      around: { subject, text, proceed in
        advice.around(subject.number, Arguments(text)) { proceed($0.text) }
      },
      after: { subject, text, result in advice.after(subject.number, Arguments(text), result) })
  default: preconditionFailure("no screen has \(advice.requirement)")
  }
}

/// Closures that see `any Screen`.
func installOnEveryScreen(_ advice: Advice) throws -> AdviceToken {
  let points = ScreenJoinPoints.everySubject
  switch advice.requirement {
  case .plain:
    return try install(
      advice, at: points.plain,
      before: { subject, text in advice.before(subject.number, Arguments(text)) },
      around: { subject, text, proceed in
        advice.around(subject.number, Arguments(text)) { proceed($0.text) }
      },
      after: { subject, text, result in advice.after(subject.number, Arguments(text), result) },
      bareBefore: { advice.before(nil, nil) },
      bareAround: { proceed in advice.around(nil, nil) { _ in proceed() } },
      bareAfter: { advice.after(nil, nil, nil) })
  case .label:
    return try install(
      advice, at: points.label, .text,
      before: { subject, text in advice.before(subject.number, Arguments(text)) },
      around: { subject, text, proceed in
        advice.around(subject.number, Arguments(text)) { proceed($0.text) }
      },
      after: { subject, text, result in advice.after(subject.number, Arguments(text), result) })
  default: preconditionFailure("\(advice.requirement) is not of every screen")
  }
}
