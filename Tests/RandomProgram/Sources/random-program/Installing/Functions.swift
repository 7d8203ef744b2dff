// SPDX-License-Identifier: Apache-2.0

import Graft
import RandomProtocols

@inline(never) @_semantics("optimize.sil.specialize.generic.never")
func installPlain<Subject, SubjectType>(
  _ advice: Advice, _ points: Points<Subject, SubjectType>,
  _ number: @escaping @Sendable (Subject) -> Int
) throws -> AdviceToken {
  let point = points.plain
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
      advice.around(number(subject), Arguments(text)) { proceed($0.text) }
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
func installFailing<Subject, SubjectType>(
  _ advice: Advice, _ points: Points<Subject, SubjectType>,
  _ number: @escaping @Sendable (Subject) -> Int
) throws -> AdviceToken {
  let point = points.failing
  let name = AdviceOption.named(advice.name)
  let precedence = AdviceOption.precedence(advice.precedence)
  let lifetime = advice.lifetime ?? precedence
  switch (advice.kind, advice.form) {
  case (.before, .full):
    return try point.before(name, precedence, lifetime) { subject, text in
      try advice.beforeThrowing(number(subject), Arguments(text))
    }
  case (.before, .nothing):
    return try point.before(name, precedence, lifetime) { try advice.beforeThrowing(nil, nil) }
  case (.around, .full):
    return try point.around(name, precedence, lifetime) { subject, text, proceed in
      try advice.aroundThrowing(number(subject), Arguments(text)) { try proceed($0.text) }
    }
  case (.around, .nothing):
    return try point.around(name, precedence, lifetime) { proceed in
      try advice.aroundThrowing(nil, nil) { _ in try proceed() }
    }
  case (.after, .full):
    return try point.after(name, precedence, lifetime) { subject, text, result in
      advice.after(number(subject), Arguments(text), Advice.text(result))
    }
  case (.after, .nothing):
    return try point.after(name, precedence, lifetime) { advice.after(nil, nil, nil) }
  case (.pointcut, _): preconditionFailure("a pointcut is a class")
  }
}

@inline(never) @_semantics("optimize.sil.specialize.generic.never")
func installTyped<Subject, SubjectType>(
  _ advice: Advice, _ points: Points<Subject, SubjectType>,
  _ number: @escaping @Sendable (Subject) -> Int
) throws -> AdviceToken {
  let point = points.typed
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
      advice.aroundTyped(number(subject), Arguments(text)) { proceed($0.text) }
    }
  case (.around, .nothing):
    return try point.around(name, precedence, lifetime) { proceed in
      advice.aroundTyped(nil, nil) { _ in proceed() }
    }
  case (.after, .full):
    return try point.after(name, precedence, lifetime) { subject, text, result in
      advice.after(number(subject), Arguments(text), Advice.text(result))
    }
  case (.after, .nothing):
    return try point.after(name, precedence, lifetime) { advice.after(nil, nil, nil) }
  case (.pointcut, _): preconditionFailure("a pointcut is a class")
  }
}

@inline(never) @_semantics("optimize.sil.specialize.generic.never")
func installSeveral<Subject, SubjectType>(
  _ advice: Advice, _ points: Points<Subject, SubjectType>,
  _ number: @escaping @Sendable (Subject) -> Int
) throws -> AdviceToken {
  let point = points.several
  let name = AdviceOption.named(advice.name)
  let precedence = AdviceOption.precedence(advice.precedence)
  let lifetime = advice.lifetime ?? precedence
  switch (advice.kind, advice.form) {
  case (.before, .full):
    return try point.before(name, precedence, lifetime) { subject, text, count, last in
      advice.before(number(subject), Arguments(text, count))
    }
  case (.before, .nothing):
    return try point.before(name, precedence, lifetime) { advice.before(nil, nil) }
  case (.around, .full):
    return try point.around(name, precedence, lifetime) { subject, text, count, last, proceed in
      advice.around(number(subject), Arguments(text, count)) { proceed($0.text, $0.number, last) }
    }
  case (.around, .nothing):
    return try point.around(name, precedence, lifetime) { proceed in
      advice.around(nil, nil) { _ in proceed() }
    }
  case (.after, .full):
    return try point.after(name, precedence, lifetime) { subject, text, count, last, result in
      advice.after(number(subject), Arguments(text, count), result)
    }
  case (.after, .nothing):
    return try point.after(name, precedence, lifetime) { advice.after(nil, nil, nil) }
  case (.pointcut, _): preconditionFailure("a pointcut is a class")
  }
}

@inline(never) @_semantics("optimize.sil.specialize.generic.never")
func installKind<Subject, SubjectType>(
  _ advice: Advice, _ points: Points<Subject, SubjectType>,
  _ number: @escaping @Sendable (Subject) -> Int
) throws -> AdviceToken {
  let point = points.kind
  let name = AdviceOption.named(advice.name)
  let precedence = AdviceOption.precedence(advice.precedence)
  let lifetime = advice.lifetime ?? precedence
  switch (advice.kind, advice.form) {
  case (.before, .full):
    return try point.before(name, precedence, lifetime) { subject, text in
      advice.before(nil, Arguments(text))
    }
  case (.before, .nothing):
    return try point.before(name, precedence, lifetime) { advice.before(nil, nil) }
  case (.around, .full):
    return try point.around(name, precedence, lifetime) { subject, text, proceed in
      advice.around(nil, Arguments(text)) { proceed($0.text) }
    }
  case (.around, .nothing):
    return try point.around(name, precedence, lifetime) { proceed in
      advice.around(nil, nil) { _ in proceed() }
    }
  case (.after, .full):
    return try point.after(name, precedence, lifetime) { subject, text, result in
      advice.after(nil, Arguments(text), result)
    }
  case (.after, .nothing):
    return try point.after(name, precedence, lifetime) { advice.after(nil, nil, nil) }
  case (.pointcut, _): preconditionFailure("a pointcut is a class")
  }
}
