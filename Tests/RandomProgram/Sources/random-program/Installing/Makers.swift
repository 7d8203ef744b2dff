// SPDX-License-Identifier: Apache-2.0

import Graft
import RandomProtocols

@inline(never) @_semantics("optimize.sil.specialize.generic.never")
func installAdvice<Subject: Maker & SendableMetatype>(
  _ advice: Advice, at points: MakerExtension<Subject>._JoinPoints
) throws -> AdviceToken {
  switch advice.requirement {
  case .make:
    let note = Shown<Subject>(
      text: { $0.note },
      make: {
        var made = Subject(number: 0)
        made.note = $0
        return made
      })
    return try install(
      advice, at: points.init_, note,
      before: { subject, text in advice.before(nil, Arguments(text)) },
      around: { subject, text, proceed in
        note.make(advice.around(nil, Arguments(text)) { proceed($0.text).note })
      },
      after: { subject, text, result in advice.after(nil, Arguments(text), result.note) })
  case .hand:
    return try install(
      advice, at: points.hand, Shown(text: { $0.text }, make: { Subject.Item($0) }),
      before: { subject, item in advice.before(subject.number, Arguments(item.text)) },
      around: { subject, item, proceed in
        Subject.Item(
          advice.around(subject.number, Arguments(item.text)) {
            proceed(Subject.Item($0.text)).text
          })
      },
      after: { subject, item, result in
        advice.after(subject.number, Arguments(item.text), result.text)
      })
  case .with:
    return try install(
      advice, at: points.with, .text,
      before: { subject, other, text in
        advice.before(subject.number, Arguments(text, other.number))
      },
      around: { subject, other, text, proceed in
        advice.around(subject.number, Arguments(text, other.number)) { proceed(other, $0.text) }
      },
      after: { subject, other, text, result in
        advice.after(subject.number, Arguments(text, other.number), result)
      })
  case .kind:
    return try install(
      advice, at: points.kind, .text,
      before: { subject, text in advice.before(nil, Arguments(text)) },
      around: { subject, text, proceed in
        advice.around(nil, Arguments(text)) { proceed($0.text) }
      },
      after: { subject, text, result in advice.after(nil, Arguments(text), result) })
  case .plain:
    return try install(
      advice, at: points.plain, .text,
      before: { subject, text in advice.before(subject.number, Arguments(text)) },
      around: { subject, text, proceed in
        advice.around(subject.number, Arguments(text)) { proceed($0.text) }
      },
      after: { subject, text, result in advice.after(subject.number, Arguments(text), result) })
  default: preconditionFailure("no maker has \(advice.requirement)")
  }
}

/// Closures that see `any Maker`.
func installOnEveryMaker(_ advice: Advice) throws -> AdviceToken {
  let points = MakerJoinPoints.everySubject
  switch advice.requirement {
  case .kind:
    return try install(
      advice, at: points.kind, .text,
      before: { subject, text in advice.before(nil, Arguments(text)) },
      around: { subject, text, proceed in
        advice.around(nil, Arguments(text)) { proceed($0.text) }
      },
      after: { subject, text, result in advice.after(nil, Arguments(text), result) })
  case .plain:
    return try install(
      advice, at: points.plain, .text,
      before: { subject, text in advice.before(subject.number, Arguments(text)) },
      around: { subject, text, proceed in
        advice.around(subject.number, Arguments(text)) { proceed($0.text) }
      },
      after: { subject, text, result in advice.after(subject.number, Arguments(text), result) })
  default: preconditionFailure("\(advice.requirement) is not of every maker")
  }
}
