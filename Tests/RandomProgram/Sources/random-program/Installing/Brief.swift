// SPDX-License-Identifier: Apache-2.0

import Graft
import RandomProtocols

// One function for each kind of join point: the closures with all parameters are handed in,
// those with fewer are written here.

/// A result as a text, and made of one.
struct Shown<Output>: Sendable {
  let text: @Sendable (Output) -> String
  let make: @Sendable (String) -> Output
}

extension Shown<String> {
  static let text = Shown(text: { $0 }, make: { $0 })
}

extension Shown<Void> {
  static let nothing = Shown(text: { "" }, make: { _ in })
}

extension Advice {
  var nameOption: AdviceOption { .named(name) }
  var precedenceOption: AdviceOption { .precedence(precedence) }
  /// The last of two options is repeated where it changes nothing.
  var lifetimeOption: AdviceOption { lifetime ?? precedenceOption }
}

@inline(never) @_semantics("optimize.sil.specialize.generic.never")
func install<Subject, Arguments, Output, Before, Around, After>(
  _ advice: Advice,
  at point: GeneratedCode.Point<Subject, Arguments, Output, Before, Around, After>,
  _ number: @escaping @Sendable (Subject) -> Int?, _ shown: Shown<Output>,
  before: Before, around: Around, after: After
) throws -> AdviceToken {
  let (name, precedence, lifetime) =
    (advice.nameOption, advice.precedenceOption, advice.lifetimeOption)
  switch (advice.kind, advice.form) {
  case (.before, .full): return try point.before(name, precedence, lifetime, run: before)
  case (.before, .subject):
    return try point.before(name, precedence, lifetime) { subject in
      advice.before(number(subject), nil)
    }
  case (.before, .nothing):
    return try point.before(name, precedence, lifetime) { advice.before(nil, nil) }
  case (.around, .full): return try point.around(name, precedence, lifetime, run: around)
  case (.around, .subject):
    return try point.around(name, precedence, lifetime) { subject, proceed in
      shown.make(advice.around(number(subject), nil) { _ in shown.text(proceed()) })
    }
  case (.around, .nothing):
    return try point.around(name, precedence, lifetime) { proceed in
      shown.make(advice.around(nil, nil) { _ in shown.text(proceed()) })
    }
  case (.after, .full): return try point.after(name, precedence, lifetime, run: after)
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
func install<Subject, Arguments, Before, Around, After>(
  _ advice: Advice,
  at point: GeneratedCode.ThrowingPoint<Subject, Arguments, String, Before, Around, After>,
  _ number: @escaping @Sendable (Subject) -> Int?,
  before: Before, around: Around, after: After
) throws -> AdviceToken {
  let (name, precedence, lifetime) =
    (advice.nameOption, advice.precedenceOption, advice.lifetimeOption)
  switch (advice.kind, advice.form) {
  case (.before, .full): return try point.before(name, precedence, lifetime, run: before)
  case (.before, .subject):
    return try point.before(name, precedence, lifetime) { subject in
      try advice.beforeThrowing(number(subject), nil)
    }
  case (.before, .nothing):
    return try point.before(name, precedence, lifetime) { try advice.beforeThrowing(nil, nil) }
  case (.around, .full): return try point.around(name, precedence, lifetime, run: around)
  case (.around, .subject):
    return try point.around(name, precedence, lifetime) { subject, proceed in
      try advice.aroundThrowing(number(subject), nil) { _ in try proceed() }
    }
  case (.around, .nothing):
    return try point.around(name, precedence, lifetime) { proceed in
      try advice.aroundThrowing(nil, nil) { _ in try proceed() }
    }
  case (.after, .full): return try point.after(name, precedence, lifetime, run: after)
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
func install<Subject, Arguments, Before, Around, After>(
  _ advice: Advice,
  at point: GeneratedCode.AsyncPoint<Subject, Arguments, String, Before, Around, After>,
  _ number: @escaping @Sendable (Subject) -> Int?,
  before: Before, around: Around, after: After
) throws -> AdviceToken {
  let (name, precedence, lifetime) =
    (advice.nameOption, advice.precedenceOption, advice.lifetimeOption)
  switch (advice.kind, advice.form) {
  case (.before, .full): return try point.before(name, precedence, lifetime, run: before)
  case (.before, .subject):
    return try point.before(name, precedence, lifetime) { subject in
      advice.before(number(subject), nil)
    }
  case (.before, .nothing):
    return try point.before(name, precedence, lifetime) { advice.before(nil, nil) }
  case (.around, .full): return try point.around(name, precedence, lifetime, run: around)
  case (.around, .subject):
    return try point.around(name, precedence, lifetime) { subject, proceed in
      await advice.aroundLater(number(subject), nil) { _ in await proceed() }
    }
  case (.around, .nothing):
    return try point.around(name, precedence, lifetime) { proceed in
      await advice.aroundLater(nil, nil) { _ in await proceed() }
    }
  case (.after, .full): return try point.after(name, precedence, lifetime, run: after)
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
func install<Subject, Arguments, Before, Around, After>(
  _ advice: Advice,
  at point: GeneratedCode.AsyncThrowingPoint<
    Subject, Arguments, String, Before, Around, After
  >,
  _ number: @escaping @Sendable (Subject) -> Int?,
  before: Before, around: Around, after: After
) throws -> AdviceToken {
  let (name, precedence, lifetime) =
    (advice.nameOption, advice.precedenceOption, advice.lifetimeOption)
  switch (advice.kind, advice.form) {
  case (.before, .full): return try point.before(name, precedence, lifetime, run: before)
  case (.before, .subject):
    return try point.before(name, precedence, lifetime) { subject in
      try advice.beforeThrowing(number(subject), nil)
    }
  case (.before, .nothing):
    return try point.before(name, precedence, lifetime) { try advice.beforeThrowing(nil, nil) }
  case (.around, .full): return try point.around(name, precedence, lifetime, run: around)
  case (.around, .subject):
    return try point.around(name, precedence, lifetime) { subject, proceed in
      try await advice.aroundLaterThrowing(number(subject), nil) { _ in try await proceed() }
    }
  case (.around, .nothing):
    return try point.around(name, precedence, lifetime) { proceed in
      try await advice.aroundLaterThrowing(nil, nil) { _ in try await proceed() }
    }
  case (.after, .full): return try point.after(name, precedence, lifetime, run: after)
  case (.after, .subject):
    return try point.after(name, precedence, lifetime) { subject in
      advice.after(number(subject), nil, nil)
    }
  case (.after, .nothing):
    return try point.after(name, precedence, lifetime) { advice.after(nil, nil, nil) }
  case (.pointcut, _): preconditionFailure("a pointcut is a class")
  }
}

/// The closures of an isolated join point have types of their own, so all of them are handed in.
@inline(never) @_semantics("optimize.sil.specialize.generic.never")
func install<
  Run, Before, Around, After, BeforeSubject, AroundSubject, AfterSubject, BeforeNothing,
  AfterNothing
>(
  _ advice: Advice,
  at point: GeneratedCode.IsolatedPoint<
    Run, Before, Around, After, BeforeSubject, AroundSubject, AfterSubject, BeforeNothing,
    AfterNothing
  >,
  before: Before, around: Around, after: After, beforeSubject: BeforeSubject,
  aroundSubject: AroundSubject, afterSubject: AfterSubject, beforeNothing: BeforeNothing,
  afterNothing: AfterNothing
) throws -> AdviceToken {
  let (name, precedence, lifetime) =
    (advice.nameOption, advice.precedenceOption, advice.lifetimeOption)
  switch (advice.kind, advice.form) {
  case (.before, .full): return try point.before(name, precedence, lifetime, run: before)
  case (.before, .subject): return try point.before(name, precedence, lifetime, run: beforeSubject)
  case (.before, .nothing): return try point.before(name, precedence, lifetime, run: beforeNothing)
  case (.around, .full): return try point.around(name, precedence, lifetime, run: around)
  case (.around, .subject): return try point.around(name, precedence, lifetime, run: aroundSubject)
  case (.around, .nothing): preconditionFailure("around it, closures take the subject at least")
  case (.after, .full): return try point.after(name, precedence, lifetime, run: after)
  case (.after, .subject): return try point.after(name, precedence, lifetime, run: afterSubject)
  case (.after, .nothing): return try point.after(name, precedence, lifetime, run: afterNothing)
  case (.pointcut, _): preconditionFailure("a pointcut is a class")
  }
}
