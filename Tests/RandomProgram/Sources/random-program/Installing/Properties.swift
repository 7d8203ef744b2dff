// SPDX-License-Identifier: Apache-2.0

import Graft
import RandomProtocols

@inline(never) @_semantics("optimize.sil.specialize.generic.never")
func installTitle<Subject, SubjectType>(
  _ advice: Advice, _ points: Points<Subject, SubjectType>,
  _ number: @escaping @Sendable (Subject) -> Int
) throws -> AdviceToken {
  let point = points.title
  let name = AdviceOption.named(advice.name)
  let precedence = AdviceOption.precedence(advice.precedence)
  let lifetime = advice.lifetime ?? precedence
  switch (advice.kind, advice.form) {
  case (.before, .full):
    return try point.before(name, precedence, lifetime) { subject in
      advice.before(number(subject), Arguments(""))
    }
  case (.before, .nothing):
    return try point.before(name, precedence, lifetime) { advice.before(nil, nil) }
  case (.around, .full):
    return try point.around(name, precedence, lifetime) { subject, proceed in
      advice.around(number(subject), Arguments("")) { _ in proceed() }
    }
  case (.around, .nothing):
    return try point.around(name, precedence, lifetime) { proceed in
      advice.around(nil, nil) { _ in proceed() }
    }
  case (.after, .full):
    return try point.after(name, precedence, lifetime) { subject, result in
      advice.after(number(subject), Arguments(""), result)
    }
  case (.after, .nothing):
    return try point.after(name, precedence, lifetime) { advice.after(nil, nil, nil) }
  case (.pointcut, _): preconditionFailure("a pointcut is a class")
  }
}

@inline(never) @_semantics("optimize.sil.specialize.generic.never")
func installSetTitle<Subject, SubjectType>(
  _ advice: Advice, _ points: Points<Subject, SubjectType>,
  _ number: @escaping @Sendable (Subject) -> Int
) throws -> AdviceToken {
  let point = points.setTitle
  let name = AdviceOption.named(advice.name)
  let precedence = AdviceOption.precedence(advice.precedence)
  let lifetime = advice.lifetime ?? precedence
  switch (advice.kind, advice.form) {
  case (.before, .full):
    return try point.before(name, precedence, lifetime) { subject, text in
      advice.before(number(subject), Arguments(text))
    }
  case (.before, .nothing):
    return try point.before(name, precedence, lifetime) { advice.before(nil, nil) }
  case (.around, .full):
    return try point.around(name, precedence, lifetime) { subject, text, proceed in
      _ = advice.around(number(subject), Arguments(text)) {
        proceed(&subject, $0.text)
        return ""
      }
    }
  case (.around, .nothing):
    return try point.around(name, precedence, lifetime) { proceed in
      _ = advice.around(nil, nil) { _ in
        proceed()
        return ""
      }
    }
  case (.after, .full):
    return try point.after(name, precedence, lifetime) { subject, text in
      advice.after(number(subject), Arguments(text), nil)
    }
  case (.after, .nothing):
    return try point.after(name, precedence, lifetime) { advice.after(nil, nil, nil) }
  case (.pointcut, _): preconditionFailure("a pointcut is a class")
  }
}
