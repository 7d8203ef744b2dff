// SPDX-License-Identifier: Apache-2.0

import Graft
import RandomProtocols

@inline(never) @_semantics("optimize.sil.specialize.generic.never")
func installFill<Subject, SubjectType>(
  _ advice: Advice, _ points: Points<Subject, SubjectType>,
  _ number: @escaping @Sendable (Subject) -> Int
) throws -> AdviceToken {
  let point = points.fill
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
      advice.aroundFilling(number(subject), &text) { proceed(&$0) }
    }
  case (.around, .nothing):
    return try point.around(name, precedence, lifetime) { proceed in
      advice.around(nil, nil) { _ in proceed() }
    }
  case (.after, .full):
    return try point.after(name, precedence, lifetime) { subject, text, result in
      advice.after(number(subject), Arguments(text), result)
    }
  case (.after, .nothing):
    return try point.after(name, precedence, lifetime) { advice.after(nil, nil, nil) }
  case (.pointcut, _): preconditionFailure("a pointcut is a class")
  }
}

@inline(never) @_semantics("optimize.sil.specialize.generic.never")
func installApply<Subject, SubjectType>(
  _ advice: Advice, _ points: Points<Subject, SubjectType>,
  _ number: @escaping @Sendable (Subject) -> Int
) throws -> AdviceToken {
  let point = points.apply
  let name = AdviceOption.named(advice.name)
  let precedence = AdviceOption.precedence(advice.precedence)
  let lifetime = advice.lifetime ?? precedence
  switch (advice.kind, advice.form) {
  case (.before, .full):
    return try point.before(name, precedence, lifetime) { subject, body in
      advice.before(number(subject), Arguments(""))
    }
  case (.before, .nothing):
    return try point.before(name, precedence, lifetime) { advice.before(nil, nil) }
  case (.around, .full):
    return try point.around(name, precedence, lifetime) { subject, proceed in
      advice.around(number(subject), nil) { _ in proceed() }
    }
  case (.around, .nothing):
    return try point.around(name, precedence, lifetime) { proceed in
      advice.around(nil, nil) { _ in proceed() }
    }
  case (.after, .full):
    return try point.after(name, precedence, lifetime) { subject, body, result in
      advice.after(number(subject), Arguments(""), result)
    }
  case (.after, .nothing):
    return try point.after(name, precedence, lifetime) { advice.after(nil, nil, nil) }
  case (.pointcut, _): preconditionFailure("a pointcut is a class")
  }
}
