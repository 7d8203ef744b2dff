// SPDX-License-Identifier: Apache-2.0

import Graft
import RandomProtocols
import RandomSubjects

// Closures for one type, from code that is not generic: nothing of it is reabstracted before
// the join point has it. For what is not here they are nil, and generic code installs.

func installOnPair(_ advice: Advice) throws -> AdviceToken? {
  let points = SpeakerExtension<Pair>.joinPoints
  let (name, precedence, lifetime) =
    (advice.nameOption, advice.precedenceOption, advice.lifetimeOption)
  guard advice.form == .full else { return nil }
  switch (advice.requirement, advice.kind) {
  case (.plain, .before):
    return try points.plain.before(name, precedence, lifetime) { subject, text in
      advice.before(subject.number, Arguments(text))
    }
  case (.plain, .around):
    return try points.plain.around(name, precedence, lifetime) { subject, text, proceed in
      advice.around(subject.number, Arguments(text)) { proceed($0.text) }
    }
  case (.plain, .after):
    return try points.plain.after(name, precedence, lifetime) { subject, text, result in
      advice.after(subject.number, Arguments(text), result)
    }
  case (.failing, .before):
    return try points.failing.before(name, precedence, lifetime) { subject, text in
      try advice.beforeThrowing(subject.number, Arguments(text))
    }
  case (.failing, .around):
    return try points.failing.around(name, precedence, lifetime) { subject, text, proceed in
      try advice.aroundThrowing(subject.number, Arguments(text)) { try proceed($0.text) }
    }
  case (.failing, .after):
    return try points.failing.after(name, precedence, lifetime) { subject, text, result in
      advice.after(subject.number, Arguments(text), Advice.text(result))
    }
  case (.typed, .before):
    return try points.typed.before(name, precedence, lifetime) { subject, text in
      advice.before(subject.number, Arguments(text))
    }
  case (.typed, .around):
    return try points.typed.around(name, precedence, lifetime) { subject, text, proceed in
      advice.aroundTyped(subject.number, Arguments(text)) { proceed($0.text) }
    }
  case (.typed, .after):
    return try points.typed.after(name, precedence, lifetime) { subject, text, result in
      advice.after(subject.number, Arguments(text), Advice.text(result))
    }
  case (.laterFailing, .before):
    return try points.laterFailing.before(name, precedence, lifetime) { subject, text in
      try advice.beforeThrowing(subject.number, Arguments(text))
    }
  case (.laterFailing, .around):
    return try points.laterFailing.around(name, precedence, lifetime) { subject, text, proceed in
      try await advice.aroundLaterThrowing(subject.number, Arguments(text)) {
        try await proceed($0.text)
      }
    }
  case (.laterFailing, .after):
    return try points.laterFailing.after(name, precedence, lifetime) { subject, text, result in
      advice.after(subject.number, Arguments(text), Advice.text(result))
    }
  case (.change, .before):
    return try points.change.before(name, precedence, lifetime) { subject, text in
      advice.before(subject.number, Arguments(text))
    }
  case (.change, .around):
    return try points.change.around(name, precedence, lifetime) { subject, text, proceed in
      advice.around(subject.number, Arguments(text)) { proceed(&subject, $0.text) }
    }
  case (.change, .after):
    return try points.change.after(name, precedence, lifetime) { subject, text, result in
      advice.after(subject.number, Arguments(text), result)
    }
  case (.setTitle, .before):
    return try points.setTitle.before(name, precedence, lifetime) { subject, text in
      advice.before(subject.number, Arguments(text))
    }
  case (.setTitle, .around):
    return try points.setTitle.around(name, precedence, lifetime) { subject, text, proceed in
      _ = advice.around(subject.number, Arguments(text)) {
        proceed(&subject, $0.text)
        return ""
      }
    }
  case (.setTitle, .after):
    return try points.setTitle.after(name, precedence, lifetime) { subject, text in
      advice.after(subject.number, Arguments(text), nil)
    }
  case (.fill, .before):
    return try points.fill.before(name, precedence, lifetime) { subject, text in
      advice.before(subject.number, Arguments(text))
    }
  case (.fill, .around):
    return try points.fill.around(name, precedence, lifetime) { subject, text, proceed in
      advice.aroundFilling(subject.number, &text) { proceed(&$0) }
    }
  case (.fill, .after):
    return try points.fill.after(name, precedence, lifetime) { subject, text, result in
      advice.after(subject.number, Arguments(text), result)
    }
  default: return nil
  }
}

func installOnPuppy(_ advice: Advice) throws -> AdviceToken? {
  let points = SpeakerExtension<Puppy>.joinPoints
  let (name, precedence, lifetime) =
    (advice.nameOption, advice.precedenceOption, advice.lifetimeOption)
  guard advice.form == .full else { return nil }
  switch (advice.requirement, advice.kind) {
  case (.plain, .before):
    return try points.plain.before(name, precedence, lifetime) { subject, text in
      advice.before(subject.number, Arguments(text))
    }
  case (.plain, .around):
    return try points.plain.around(name, precedence, lifetime) { subject, text, proceed in
      advice.around(subject.number, Arguments(text)) { proceed($0.text) }
    }
  case (.plain, .after):
    return try points.plain.after(name, precedence, lifetime) { subject, text, result in
      advice.after(subject.number, Arguments(text), result)
    }
  case (.typed, .before):
    return try points.typed.before(name, precedence, lifetime) { subject, text in
      advice.before(subject.number, Arguments(text))
    }
  case (.typed, .around):
    return try points.typed.around(name, precedence, lifetime) { subject, text, proceed in
      advice.aroundTyped(subject.number, Arguments(text)) { proceed($0.text) }
    }
  case (.typed, .after):
    return try points.typed.after(name, precedence, lifetime) { subject, text, result in
      advice.after(subject.number, Arguments(text), Advice.text(result))
    }
  case (.change, .before):
    return try points.change.before(name, precedence, lifetime) { subject, text in
      advice.before(subject.number, Arguments(text))
    }
  case (.change, .around):
    return try points.change.around(name, precedence, lifetime) { subject, text, proceed in
      advice.around(subject.number, Arguments(text)) { proceed(&subject, $0.text) }
    }
  case (.change, .after):
    return try points.change.after(name, precedence, lifetime) { subject, text, result in
      advice.after(subject.number, Arguments(text), result)
    }
  case (.kind, .before):
    return try points.kind.before(name, precedence, lifetime) { subject, text in
      advice.before(nil, Arguments(text))
    }
  case (.kind, .around):
    return try points.kind.around(name, precedence, lifetime) { subject, text, proceed in
      advice.around(nil, Arguments(text)) { proceed($0.text) }
    }
  case (.kind, .after):
    return try points.kind.after(name, precedence, lifetime) { subject, text, result in
      advice.after(nil, Arguments(text), result)
    }
  default: return nil
  }
}
