// SPDX-License-Identifier: Apache-2.0

import Graft
import RandomProtocols

// All closures that are handed to join points.

typealias Points<Subject, SubjectType> = _GraftSpeaker._JoinPoints<Subject, SubjectType>

/// Installs an advice by the closure of its form.
///
/// - Parameter number: reads the number of a subject, as the closure sees it.
@inline(never) @_semantics("optimize.sil.specialize.generic.never")
func installAdvice<Subject, SubjectType>(
  _ advice: Advice, at points: Points<Subject, SubjectType>,
  number: @escaping @Sendable (Subject) -> Int
) throws -> AdviceToken {
  switch advice.requirement {
  case .plain: return try installPlain(advice, points, number)
  case .failing: return try installFailing(advice, points, number)
  case .typed: return try installTyped(advice, points, number)
  case .later: return try installLater(advice, points, number)
  case .laterFailing: return try installLaterFailing(advice, points, number)
  case .change: return try installChange(advice, points, number)
  case .changeFailing: return try installChangeFailing(advice, points, number)
  case .kind: return try installKind(advice, points, number)
  case .title: return try installTitle(advice, points, number)
  case .setTitle: return try installSetTitle(advice, points, number)
  case .item: return try installItem(advice, points, number)
  case .setItem: return try installSetItem(advice, points, number)
  case .fill: return try installFill(advice, points, number)
  case .apply: return try installApply(advice, points, number)
  case .several: return try installSeveral(advice, points, number)
  }
}

@inline(never) @_semantics("optimize.sil.specialize.generic.never")
private func installPlain<Subject, SubjectType>(
  _ advice: Advice, _ points: Points<Subject, SubjectType>,
  _ number: @escaping @Sendable (Subject) -> Int
) throws -> AdviceToken {
  let point = points.plain
  let name = AdviceOption.named(advice.name)
  let precedence = AdviceOption.precedence(advice.precedence)
  let lifetime = advice.isOnce ? AdviceOption.once : precedence
  switch (advice.kind, advice.form) {
  case (.before, .full):
    return try point.before(name, precedence, lifetime) { subject, text in
      advice.before(number(subject), Arguments(text))
    }
  case (.before, .subject):
    return try point.before(name, precedence, lifetime) { subject in
      advice.before(number(subject), nil)
    }
  case (.before, .nothing):
    return try point.before(name, precedence, lifetime) { advice.before(nil, nil) }
  case (.around, .full):
    return try point.around(name, precedence, lifetime) { subject, text, proceed in
      advice.around(number(subject), Arguments(text)) { proceed($0.text) }
    }
  case (.around, .subject):
    return try point.around(name, precedence, lifetime) { subject, proceed in
      advice.around(number(subject), nil) { _ in proceed() }
    }
  case (.around, .nothing):
    return try point.around(name, precedence, lifetime) { proceed in
      advice.around(nil, nil) { _ in proceed() }
    }
  case (.after, .full):
    return try point.after(name, precedence, lifetime) { subject, text, result in
      advice.after(number(subject), Arguments(text), result)
    }
  case (.after, .subject):
    return try point.after(name, precedence, lifetime) { subject in
      advice.after(number(subject), nil, nil)
    }
  case (.after, .nothing):
    return try point.after(name, precedence, lifetime) { advice.after(nil, nil, nil) }
  case (.pointcut, _): preconditionFailure("a pointcut is a class")
  }
}

@inline(never) @_semantics("optimize.sil.specialize.generic.never")
private func installFailing<Subject, SubjectType>(
  _ advice: Advice, _ points: Points<Subject, SubjectType>,
  _ number: @escaping @Sendable (Subject) -> Int
) throws -> AdviceToken {
  let point = points.failing
  let name = AdviceOption.named(advice.name)
  let precedence = AdviceOption.precedence(advice.precedence)
  let lifetime = advice.isOnce ? AdviceOption.once : precedence
  switch (advice.kind, advice.form) {
  case (.before, .full):
    return try point.before(name, precedence, lifetime) { subject, text in
      try advice.beforeThrowing(number(subject), Arguments(text))
    }
  case (.before, .subject):
    return try point.before(name, precedence, lifetime) { subject in
      try advice.beforeThrowing(number(subject), nil)
    }
  case (.before, .nothing):
    return try point.before(name, precedence, lifetime) { try advice.beforeThrowing(nil, nil) }
  case (.around, .full):
    return try point.around(name, precedence, lifetime) { subject, text, proceed in
      try advice.aroundThrowing(number(subject), Arguments(text)) { try proceed($0.text) }
    }
  case (.around, .subject):
    return try point.around(name, precedence, lifetime) { subject, proceed in
      try advice.aroundThrowing(number(subject), nil) { _ in try proceed() }
    }
  case (.around, .nothing):
    return try point.around(name, precedence, lifetime) { proceed in
      try advice.aroundThrowing(nil, nil) { _ in try proceed() }
    }
  case (.after, .full):
    return try point.after(name, precedence, lifetime) { subject, text, result in
      advice.after(number(subject), Arguments(text), Advice.text(result))
    }
  case (.after, .subject):
    return try point.after(name, precedence, lifetime) { subject in
      advice.after(number(subject), nil, nil)
    }
  case (.after, .nothing):
    return try point.after(name, precedence, lifetime) { advice.after(nil, nil, nil) }
  case (.pointcut, _): preconditionFailure("a pointcut is a class")
  }
}

@inline(never) @_semantics("optimize.sil.specialize.generic.never")
private func installTyped<Subject, SubjectType>(
  _ advice: Advice, _ points: Points<Subject, SubjectType>,
  _ number: @escaping @Sendable (Subject) -> Int
) throws -> AdviceToken {
  let point = points.typed
  let name = AdviceOption.named(advice.name)
  let precedence = AdviceOption.precedence(advice.precedence)
  let lifetime = advice.isOnce ? AdviceOption.once : precedence
  switch (advice.kind, advice.form) {
  case (.before, .full):
    return try point.before(name, precedence, lifetime) { subject, text in
      advice.before(number(subject), Arguments(text))
    }
  case (.before, .subject):
    return try point.before(name, precedence, lifetime) { subject in
      advice.before(number(subject), nil)
    }
  case (.before, .nothing):
    return try point.before(name, precedence, lifetime) { advice.before(nil, nil) }
  case (.around, .full):
    return try point.around(name, precedence, lifetime) { subject, text, proceed in
      advice.aroundTyped(number(subject), Arguments(text)) { proceed($0.text) }
    }
  case (.around, .subject):
    return try point.around(name, precedence, lifetime) { subject, proceed in
      advice.aroundTyped(number(subject), nil) { _ in proceed() }
    }
  case (.around, .nothing):
    return try point.around(name, precedence, lifetime) { proceed in
      advice.aroundTyped(nil, nil) { _ in proceed() }
    }
  case (.after, .full):
    return try point.after(name, precedence, lifetime) { subject, text, result in
      advice.after(number(subject), Arguments(text), Advice.text(result))
    }
  case (.after, .subject):
    return try point.after(name, precedence, lifetime) { subject in
      advice.after(number(subject), nil, nil)
    }
  case (.after, .nothing):
    return try point.after(name, precedence, lifetime) { advice.after(nil, nil, nil) }
  case (.pointcut, _): preconditionFailure("a pointcut is a class")
  }
}

@inline(never) @_semantics("optimize.sil.specialize.generic.never")
private func installLater<Subject, SubjectType>(
  _ advice: Advice, _ points: Points<Subject, SubjectType>,
  _ number: @escaping @Sendable (Subject) -> Int
) throws -> AdviceToken {
  let point = points.later
  let name = AdviceOption.named(advice.name)
  let precedence = AdviceOption.precedence(advice.precedence)
  let lifetime = advice.isOnce ? AdviceOption.once : precedence
  switch (advice.kind, advice.form) {
  case (.before, .full):
    return try point.before(name, precedence, lifetime) { subject, text in
      advice.before(number(subject), Arguments(text))
    }
  case (.before, .subject):
    return try point.before(name, precedence, lifetime) { subject in
      advice.before(number(subject), nil)
    }
  case (.before, .nothing):
    return try point.before(name, precedence, lifetime) { advice.before(nil, nil) }
  case (.around, .full):
    return try point.around(name, precedence, lifetime) { subject, text, proceed in
      await advice.aroundLater(number(subject), Arguments(text)) { await proceed($0.text) }
    }
  case (.around, .subject):
    return try point.around(name, precedence, lifetime) { subject, proceed in
      await advice.aroundLater(number(subject), nil) { _ in await proceed() }
    }
  case (.around, .nothing):
    return try point.around(name, precedence, lifetime) { proceed in
      await advice.aroundLater(nil, nil) { _ in await proceed() }
    }
  case (.after, .full):
    return try point.after(name, precedence, lifetime) { subject, text, result in
      advice.after(number(subject), Arguments(text), result)
    }
  case (.after, .subject):
    return try point.after(name, precedence, lifetime) { subject in
      advice.after(number(subject), nil, nil)
    }
  case (.after, .nothing):
    return try point.after(name, precedence, lifetime) { advice.after(nil, nil, nil) }
  case (.pointcut, _): preconditionFailure("a pointcut is a class")
  }
}

@inline(never) @_semantics("optimize.sil.specialize.generic.never")
private func installLaterFailing<Subject, SubjectType>(
  _ advice: Advice, _ points: Points<Subject, SubjectType>,
  _ number: @escaping @Sendable (Subject) -> Int
) throws -> AdviceToken {
  let point = points.laterFailing
  let name = AdviceOption.named(advice.name)
  let precedence = AdviceOption.precedence(advice.precedence)
  let lifetime = advice.isOnce ? AdviceOption.once : precedence
  switch (advice.kind, advice.form) {
  case (.before, .full):
    return try point.before(name, precedence, lifetime) { subject, text in
      try advice.beforeThrowing(number(subject), Arguments(text))
    }
  case (.before, .subject):
    return try point.before(name, precedence, lifetime) { subject in
      try advice.beforeThrowing(number(subject), nil)
    }
  case (.before, .nothing):
    return try point.before(name, precedence, lifetime) { try advice.beforeThrowing(nil, nil) }
  case (.around, .full):
    return try point.around(name, precedence, lifetime) { subject, text, proceed in
      try await advice.aroundLaterThrowing(number(subject), Arguments(text)) {
        try await proceed($0.text)
      }
    }
  case (.around, .subject):
    return try point.around(name, precedence, lifetime) { subject, proceed in
      try await advice.aroundLaterThrowing(number(subject), nil) { _ in try await proceed() }
    }
  case (.around, .nothing):
    return try point.around(name, precedence, lifetime) { proceed in
      try await advice.aroundLaterThrowing(nil, nil) { _ in try await proceed() }
    }
  case (.after, .full):
    return try point.after(name, precedence, lifetime) { subject, text, result in
      advice.after(number(subject), Arguments(text), Advice.text(result))
    }
  case (.after, .subject):
    return try point.after(name, precedence, lifetime) { subject in
      advice.after(number(subject), nil, nil)
    }
  case (.after, .nothing):
    return try point.after(name, precedence, lifetime) { advice.after(nil, nil, nil) }
  case (.pointcut, _): preconditionFailure("a pointcut is a class")
  }
}

@inline(never) @_semantics("optimize.sil.specialize.generic.never")
private func installChange<Subject, SubjectType>(
  _ advice: Advice, _ points: Points<Subject, SubjectType>,
  _ number: @escaping @Sendable (Subject) -> Int
) throws -> AdviceToken {
  let point = points.change
  let name = AdviceOption.named(advice.name)
  let precedence = AdviceOption.precedence(advice.precedence)
  let lifetime = advice.isOnce ? AdviceOption.once : precedence
  switch (advice.kind, advice.form) {
  case (.before, .full):
    return try point.before(name, precedence, lifetime) { subject, text in
      advice.before(number(subject), Arguments(text))
    }
  case (.before, .subject):
    return try point.before(name, precedence, lifetime) { subject in
      advice.before(number(subject), nil)
    }
  case (.before, .nothing):
    return try point.before(name, precedence, lifetime) { advice.before(nil, nil) }
  case (.around, .full):
    return try point.around(name, precedence, lifetime) { subject, text, proceed in
      advice.around(number(subject), Arguments(text)) { proceed(&subject, $0.text) }
    }
  case (.around, .subject):
    return try point.around(name, precedence, lifetime) { subject, proceed in
      advice.around(number(subject), nil) { _ in proceed() }
    }
  case (.around, .nothing):
    return try point.around(name, precedence, lifetime) { proceed in
      advice.around(nil, nil) { _ in proceed() }
    }
  case (.after, .full):
    return try point.after(name, precedence, lifetime) { subject, text, result in
      advice.after(number(subject), Arguments(text), result)
    }
  case (.after, .subject):
    return try point.after(name, precedence, lifetime) { subject in
      advice.after(number(subject), nil, nil)
    }
  case (.after, .nothing):
    return try point.after(name, precedence, lifetime) { advice.after(nil, nil, nil) }
  case (.pointcut, _): preconditionFailure("a pointcut is a class")
  }
}

@inline(never) @_semantics("optimize.sil.specialize.generic.never")
private func installChangeFailing<Subject, SubjectType>(
  _ advice: Advice, _ points: Points<Subject, SubjectType>,
  _ number: @escaping @Sendable (Subject) -> Int
) throws -> AdviceToken {
  let point = points.changeFailing
  let name = AdviceOption.named(advice.name)
  let precedence = AdviceOption.precedence(advice.precedence)
  let lifetime = advice.isOnce ? AdviceOption.once : precedence
  switch (advice.kind, advice.form) {
  case (.before, .full):
    return try point.before(name, precedence, lifetime) { subject, text in
      try advice.beforeThrowing(number(subject), Arguments(text))
    }
  case (.before, .subject):
    return try point.before(name, precedence, lifetime) { subject in
      try advice.beforeThrowing(number(subject), nil)
    }
  case (.before, .nothing):
    return try point.before(name, precedence, lifetime) { try advice.beforeThrowing(nil, nil) }
  case (.around, .full):
    return try point.around(name, precedence, lifetime) { subject, text, proceed in
      try advice.aroundThrowing(number(subject), Arguments(text)) { try proceed(&subject, $0.text) }
    }
  case (.around, .subject):
    return try point.around(name, precedence, lifetime) { subject, proceed in
      try advice.aroundThrowing(number(subject), nil) { _ in try proceed() }
    }
  case (.around, .nothing):
    return try point.around(name, precedence, lifetime) { proceed in
      try advice.aroundThrowing(nil, nil) { _ in try proceed() }
    }
  case (.after, .full):
    return try point.after(name, precedence, lifetime) { subject, text, result in
      advice.after(number(subject), Arguments(text), Advice.text(result))
    }
  case (.after, .subject):
    return try point.after(name, precedence, lifetime) { subject in
      advice.after(number(subject), nil, nil)
    }
  case (.after, .nothing):
    return try point.after(name, precedence, lifetime) { advice.after(nil, nil, nil) }
  case (.pointcut, _): preconditionFailure("a pointcut is a class")
  }
}

@inline(never) @_semantics("optimize.sil.specialize.generic.never")
private func installKind<Subject, SubjectType>(
  _ advice: Advice, _ points: Points<Subject, SubjectType>,
  _ number: @escaping @Sendable (Subject) -> Int
) throws -> AdviceToken {
  let point = points.kind
  let name = AdviceOption.named(advice.name)
  let precedence = AdviceOption.precedence(advice.precedence)
  let lifetime = advice.isOnce ? AdviceOption.once : precedence
  switch (advice.kind, advice.form) {
  case (.before, .full):
    return try point.before(name, precedence, lifetime) { subject, text in
      advice.before(nil, Arguments(text))
    }
  case (.before, .subject):
    return try point.before(name, precedence, lifetime) { subject in advice.before(nil, nil) }
  case (.before, .nothing):
    return try point.before(name, precedence, lifetime) { advice.before(nil, nil) }
  case (.around, .full):
    return try point.around(name, precedence, lifetime) { subject, text, proceed in
      advice.around(nil, Arguments(text)) { proceed($0.text) }
    }
  case (.around, .subject):
    return try point.around(name, precedence, lifetime) { subject, proceed in
      advice.around(nil, nil) { _ in proceed() }
    }
  case (.around, .nothing):
    return try point.around(name, precedence, lifetime) { proceed in
      advice.around(nil, nil) { _ in proceed() }
    }
  case (.after, .full):
    return try point.after(name, precedence, lifetime) { subject, text, result in
      advice.after(nil, Arguments(text), result)
    }
  case (.after, .subject):
    return try point.after(name, precedence, lifetime) { subject in advice.after(nil, nil, nil) }
  case (.after, .nothing):
    return try point.after(name, precedence, lifetime) { advice.after(nil, nil, nil) }
  case (.pointcut, _): preconditionFailure("a pointcut is a class")
  }
}

@inline(never) @_semantics("optimize.sil.specialize.generic.never")
private func installTitle<Subject, SubjectType>(
  _ advice: Advice, _ points: Points<Subject, SubjectType>,
  _ number: @escaping @Sendable (Subject) -> Int
) throws -> AdviceToken {
  let point = points.title
  let name = AdviceOption.named(advice.name)
  let precedence = AdviceOption.precedence(advice.precedence)
  let lifetime = advice.isOnce ? AdviceOption.once : precedence
  switch (advice.kind, advice.form) {
  case (.before, .full):
    return try point.before(name, precedence, lifetime) { subject in
      advice.before(number(subject), Arguments(""))
    }
  case (.before, .subject):
    return try point.before(name, precedence, lifetime) { subject in
      advice.before(number(subject), nil)
    }
  case (.before, .nothing):
    return try point.before(name, precedence, lifetime) { advice.before(nil, nil) }
  case (.around, .full):
    return try point.around(name, precedence, lifetime) { subject, proceed in
      advice.around(number(subject), Arguments("")) { _ in proceed() }
    }
  case (.around, .subject):
    return try point.around(name, precedence, lifetime) { subject, proceed in
      advice.around(number(subject), nil) { _ in proceed() }
    }
  case (.around, .nothing):
    return try point.around(name, precedence, lifetime) { proceed in
      advice.around(nil, nil) { _ in proceed() }
    }
  case (.after, .full):
    return try point.after(name, precedence, lifetime) { subject, result in
      advice.after(number(subject), Arguments(""), result)
    }
  case (.after, .subject):
    return try point.after(name, precedence, lifetime) { subject in
      advice.after(number(subject), nil, nil)
    }
  case (.after, .nothing):
    return try point.after(name, precedence, lifetime) { advice.after(nil, nil, nil) }
  case (.pointcut, _): preconditionFailure("a pointcut is a class")
  }
}

@inline(never) @_semantics("optimize.sil.specialize.generic.never")
private func installSetTitle<Subject, SubjectType>(
  _ advice: Advice, _ points: Points<Subject, SubjectType>,
  _ number: @escaping @Sendable (Subject) -> Int
) throws -> AdviceToken {
  let point = points.setTitle
  let name = AdviceOption.named(advice.name)
  let precedence = AdviceOption.precedence(advice.precedence)
  let lifetime = advice.isOnce ? AdviceOption.once : precedence
  switch (advice.kind, advice.form) {
  case (.before, .full):
    return try point.before(name, precedence, lifetime) { subject, text in
      advice.before(number(subject), Arguments(text))
    }
  case (.before, .subject):
    return try point.before(name, precedence, lifetime) { subject in
      advice.before(number(subject), nil)
    }
  case (.before, .nothing):
    return try point.before(name, precedence, lifetime) { advice.before(nil, nil) }
  case (.around, .full):
    return try point.around(name, precedence, lifetime) { subject, text, proceed in
      _ = advice.around(number(subject), Arguments(text)) {
        proceed(&subject, $0.text);
        return ""
      }
    }
  case (.around, .subject):
    return try point.around(name, precedence, lifetime) { subject, proceed in
      _ = advice.around(number(subject), nil) { _ in
        proceed();
        return ""
      }
    }
  case (.around, .nothing):
    return try point.around(name, precedence, lifetime) { proceed in
      _ = advice.around(nil, nil) { _ in
        proceed();
        return ""
      }
    }
  case (.after, .full):
    return try point.after(name, precedence, lifetime) { subject, text in
      advice.after(number(subject), Arguments(text), nil)
    }
  case (.after, .subject):
    return try point.after(name, precedence, lifetime) { subject in
      advice.after(number(subject), nil, nil)
    }
  case (.after, .nothing):
    return try point.after(name, precedence, lifetime) { advice.after(nil, nil, nil) }
  case (.pointcut, _): preconditionFailure("a pointcut is a class")
  }
}

@inline(never) @_semantics("optimize.sil.specialize.generic.never")
private func installItem<Subject, SubjectType>(
  _ advice: Advice, _ points: Points<Subject, SubjectType>,
  _ number: @escaping @Sendable (Subject) -> Int
) throws -> AdviceToken {
  let point = points.subscript
  let name = AdviceOption.named(advice.name)
  let precedence = AdviceOption.precedence(advice.precedence)
  let lifetime = advice.isOnce ? AdviceOption.once : precedence
  switch (advice.kind, advice.form) {
  case (.before, .full):
    return try point.before(name, precedence, lifetime) { subject, text in
      advice.before(number(subject), Arguments(text))
    }
  case (.before, .subject):
    return try point.before(name, precedence, lifetime) { subject in
      advice.before(number(subject), nil)
    }
  case (.before, .nothing):
    return try point.before(name, precedence, lifetime) { advice.before(nil, nil) }
  case (.around, .full):
    return try point.around(name, precedence, lifetime) { subject, text, proceed in
      advice.around(number(subject), Arguments(text)) { proceed($0.text) }
    }
  case (.around, .subject):
    return try point.around(name, precedence, lifetime) { subject, proceed in
      advice.around(number(subject), nil) { _ in proceed() }
    }
  case (.around, .nothing):
    return try point.around(name, precedence, lifetime) { proceed in
      advice.around(nil, nil) { _ in proceed() }
    }
  case (.after, .full):
    return try point.after(name, precedence, lifetime) { subject, text, result in
      advice.after(number(subject), Arguments(text), result)
    }
  case (.after, .subject):
    return try point.after(name, precedence, lifetime) { subject in
      advice.after(number(subject), nil, nil)
    }
  case (.after, .nothing):
    return try point.after(name, precedence, lifetime) { advice.after(nil, nil, nil) }
  case (.pointcut, _): preconditionFailure("a pointcut is a class")
  }
}

@inline(never) @_semantics("optimize.sil.specialize.generic.never")
private func installSetItem<Subject, SubjectType>(
  _ advice: Advice, _ points: Points<Subject, SubjectType>,
  _ number: @escaping @Sendable (Subject) -> Int
) throws -> AdviceToken {
  let point = points.setSubscript
  let name = AdviceOption.named(advice.name)
  let precedence = AdviceOption.precedence(advice.precedence)
  let lifetime = advice.isOnce ? AdviceOption.once : precedence
  switch (advice.kind, advice.form) {
  case (.before, .full):
    return try point.before(name, precedence, lifetime) { subject, text, key in
      advice.before(number(subject), Arguments(text))
    }
  case (.before, .subject):
    return try point.before(name, precedence, lifetime) { subject in
      advice.before(number(subject), nil)
    }
  case (.before, .nothing):
    return try point.before(name, precedence, lifetime) { advice.before(nil, nil) }
  case (.around, .full):
    return try point.around(name, precedence, lifetime) { subject, text, key, proceed in
      _ = advice.around(number(subject), Arguments(text)) {
        proceed(&subject, $0.text, key);
        return ""
      }
    }
  case (.around, .subject):
    return try point.around(name, precedence, lifetime) { subject, proceed in
      _ = advice.around(number(subject), nil) { _ in
        proceed();
        return ""
      }
    }
  case (.around, .nothing):
    return try point.around(name, precedence, lifetime) { proceed in
      _ = advice.around(nil, nil) { _ in
        proceed();
        return ""
      }
    }
  case (.after, .full):
    return try point.after(name, precedence, lifetime) { subject, text, key in
      advice.after(number(subject), Arguments(text), nil)
    }
  case (.after, .subject):
    return try point.after(name, precedence, lifetime) { subject in
      advice.after(number(subject), nil, nil)
    }
  case (.after, .nothing):
    return try point.after(name, precedence, lifetime) { advice.after(nil, nil, nil) }
  case (.pointcut, _): preconditionFailure("a pointcut is a class")
  }
}

@inline(never) @_semantics("optimize.sil.specialize.generic.never")
private func installFill<Subject, SubjectType>(
  _ advice: Advice, _ points: Points<Subject, SubjectType>,
  _ number: @escaping @Sendable (Subject) -> Int
) throws -> AdviceToken {
  let point = points.fill
  let name = AdviceOption.named(advice.name)
  let precedence = AdviceOption.precedence(advice.precedence)
  let lifetime = advice.isOnce ? AdviceOption.once : precedence
  switch (advice.kind, advice.form) {
  case (.before, .full):
    return try point.before(name, precedence, lifetime) { subject, text in
      advice.before(number(subject), Arguments(text))
    }
  case (.before, .subject):
    return try point.before(name, precedence, lifetime) { subject in
      advice.before(number(subject), nil)
    }
  case (.before, .nothing):
    return try point.before(name, precedence, lifetime) { advice.before(nil, nil) }
  case (.around, .full):
    return try point.around(name, precedence, lifetime) { subject, text, proceed in
      advice.aroundFilling(number(subject), &text) { proceed(&$0) }
    }
  case (.around, .subject):
    return try point.around(name, precedence, lifetime) { subject, proceed in
      advice.around(number(subject), nil) { _ in proceed() }
    }
  case (.around, .nothing):
    return try point.around(name, precedence, lifetime) { proceed in
      advice.around(nil, nil) { _ in proceed() }
    }
  case (.after, .full):
    return try point.after(name, precedence, lifetime) { subject, text, result in
      advice.after(number(subject), Arguments(text), result)
    }
  case (.after, .subject):
    return try point.after(name, precedence, lifetime) { subject in
      advice.after(number(subject), nil, nil)
    }
  case (.after, .nothing):
    return try point.after(name, precedence, lifetime) { advice.after(nil, nil, nil) }
  case (.pointcut, _): preconditionFailure("a pointcut is a class")
  }
}

@inline(never) @_semantics("optimize.sil.specialize.generic.never")
private func installApply<Subject, SubjectType>(
  _ advice: Advice, _ points: Points<Subject, SubjectType>,
  _ number: @escaping @Sendable (Subject) -> Int
) throws -> AdviceToken {
  let point = points.apply
  let name = AdviceOption.named(advice.name)
  let precedence = AdviceOption.precedence(advice.precedence)
  let lifetime = advice.isOnce ? AdviceOption.once : precedence
  switch (advice.kind, advice.form) {
  case (.before, .full):
    return try point.before(name, precedence, lifetime) { subject, body in
      advice.before(number(subject), Arguments(""))
    }
  case (.before, .subject):
    return try point.before(name, precedence, lifetime) { subject in
      advice.before(number(subject), nil)
    }
  case (.before, .nothing):
    return try point.before(name, precedence, lifetime) { advice.before(nil, nil) }
  case (.around, .full):
    return try point.around(name, precedence, lifetime) { subject, proceed in
      advice.around(number(subject), nil) { _ in proceed() }
    }
  case (.around, .subject):
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
  case (.after, .subject):
    return try point.after(name, precedence, lifetime) { subject in
      advice.after(number(subject), nil, nil)
    }
  case (.after, .nothing):
    return try point.after(name, precedence, lifetime) { advice.after(nil, nil, nil) }
  case (.pointcut, _): preconditionFailure("a pointcut is a class")
  }
}

@inline(never) @_semantics("optimize.sil.specialize.generic.never")
private func installSeveral<Subject, SubjectType>(
  _ advice: Advice, _ points: Points<Subject, SubjectType>,
  _ number: @escaping @Sendable (Subject) -> Int
) throws -> AdviceToken {
  let point = points.several
  let name = AdviceOption.named(advice.name)
  let precedence = AdviceOption.precedence(advice.precedence)
  let lifetime = advice.isOnce ? AdviceOption.once : precedence
  switch (advice.kind, advice.form) {
  case (.before, .full):
    return try point.before(name, precedence, lifetime) { subject, text, count, last in
      advice.before(number(subject), Arguments(text, count))
    }
  case (.before, .subject):
    return try point.before(name, precedence, lifetime) { subject in
      advice.before(number(subject), nil)
    }
  case (.before, .nothing):
    return try point.before(name, precedence, lifetime) { advice.before(nil, nil) }
  case (.around, .full):
    return try point.around(name, precedence, lifetime) { subject, text, count, last, proceed in
      advice.around(number(subject), Arguments(text, count)) { proceed($0.text, $0.number, last) }
    }
  case (.around, .subject):
    return try point.around(name, precedence, lifetime) { subject, proceed in
      advice.around(number(subject), nil) { _ in proceed() }
    }
  case (.around, .nothing):
    return try point.around(name, precedence, lifetime) { proceed in
      advice.around(nil, nil) { _ in proceed() }
    }
  case (.after, .full):
    return try point.after(name, precedence, lifetime) { subject, text, count, last, result in
      advice.after(number(subject), Arguments(text, count), result)
    }
  case (.after, .subject):
    return try point.after(name, precedence, lifetime) { subject in
      advice.after(number(subject), nil, nil)
    }
  case (.after, .nothing):
    return try point.after(name, precedence, lifetime) { advice.after(nil, nil, nil) }
  case (.pointcut, _): preconditionFailure("a pointcut is a class")
  }
}
