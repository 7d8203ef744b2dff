// SPDX-License-Identifier: Apache-2.0

import Graft
import RandomProtocols

// One function for each kind of join point: the closures with all parameters are handed in,
// those without any are written here.

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
func install<Arguments, Output, Before, Around, After>(
  _ advice: Advice,
  at point: GeneratedCode.Point<Arguments, Output, Before, Around, After>,
  _ shown: Shown<Output>, before: Before, around: Around, after: After
) throws -> AdviceToken {
  let (name, precedence, lifetime) =
    (advice.nameOption, advice.precedenceOption, advice.lifetimeOption)
  switch (advice.kind, advice.form) {
  case (.before, .full): return try point.before(name, precedence, lifetime, run: before)
  case (.before, .nothing):
    return try point.before(name, precedence, lifetime) { advice.before(nil, nil) }
  case (.around, .full): return try point.around(name, precedence, lifetime, run: around)
  case (.around, .nothing):
    return try point.around(name, precedence, lifetime) { proceed in
      shown.make(advice.around(nil, nil) { _ in shown.text(proceed()) })
    }
  case (.after, .full): return try point.after(name, precedence, lifetime, run: after)
  case (.after, .nothing):
    return try point.after(name, precedence, lifetime) { advice.after(nil, nil, nil) }
  case (.pointcut, _): preconditionFailure("a pointcut is a class")
  }
}

@inline(never) @_semantics("optimize.sil.specialize.generic.never")
func install<Arguments, Before, Around, After>(
  _ advice: Advice,
  at point: GeneratedCode.ThrowingPoint<Arguments, String, Before, Around, After>,
  before: Before, around: Around, after: After
) throws -> AdviceToken {
  let (name, precedence, lifetime) =
    (advice.nameOption, advice.precedenceOption, advice.lifetimeOption)
  switch (advice.kind, advice.form) {
  case (.before, .full): return try point.before(name, precedence, lifetime, run: before)
  case (.before, .nothing):
    return try point.before(name, precedence, lifetime) { try advice.beforeThrowing(nil, nil) }
  case (.around, .full): return try point.around(name, precedence, lifetime, run: around)
  case (.around, .nothing):
    return try point.around(name, precedence, lifetime) { proceed in
      try advice.aroundThrowing(nil, nil) { _ in try proceed() }
    }
  case (.after, .full): return try point.after(name, precedence, lifetime, run: after)
  case (.after, .nothing):
    return try point.after(name, precedence, lifetime) { advice.after(nil, nil, nil) }
  case (.pointcut, _): preconditionFailure("a pointcut is a class")
  }
}

@inline(never) @_semantics("optimize.sil.specialize.generic.never")
func install<Arguments, Before, Around, After>(
  _ advice: Advice,
  at point: GeneratedCode.AsyncPoint<Arguments, String, Before, Around, After>,
  before: Before, around: Around, after: After
) throws -> AdviceToken {
  let (name, precedence, lifetime) =
    (advice.nameOption, advice.precedenceOption, advice.lifetimeOption)
  switch (advice.kind, advice.form) {
  case (.before, .full): return try point.before(name, precedence, lifetime, run: before)
  case (.before, .nothing):
    return try point.before(name, precedence, lifetime) { advice.before(nil, nil) }
  case (.around, .full): return try point.around(name, precedence, lifetime, run: around)
  case (.around, .nothing):
    return try point.around(name, precedence, lifetime) { proceed in
      await advice.aroundLater(nil, nil) { _ in await proceed() }
    }
  case (.after, .full): return try point.after(name, precedence, lifetime, run: after)
  case (.after, .nothing):
    return try point.after(name, precedence, lifetime) { advice.after(nil, nil, nil) }
  case (.pointcut, _): preconditionFailure("a pointcut is a class")
  }
}

@inline(never) @_semantics("optimize.sil.specialize.generic.never")
func install<Arguments, Before, Around, After>(
  _ advice: Advice,
  at point: GeneratedCode.AsyncThrowingPoint<Arguments, String, Before, Around, After>,
  before: Before, around: Around, after: After
) throws -> AdviceToken {
  let (name, precedence, lifetime) =
    (advice.nameOption, advice.precedenceOption, advice.lifetimeOption)
  switch (advice.kind, advice.form) {
  case (.before, .full): return try point.before(name, precedence, lifetime, run: before)
  case (.before, .nothing):
    return try point.before(name, precedence, lifetime) { try advice.beforeThrowing(nil, nil) }
  case (.around, .full): return try point.around(name, precedence, lifetime, run: around)
  case (.around, .nothing):
    return try point.around(name, precedence, lifetime) { proceed in
      try await advice.aroundLaterThrowing(nil, nil) { _ in try await proceed() }
    }
  case (.after, .full): return try point.after(name, precedence, lifetime, run: after)
  case (.after, .nothing):
    return try point.after(name, precedence, lifetime) { advice.after(nil, nil, nil) }
  case (.pointcut, _): preconditionFailure("a pointcut is a class")
  }
}

/// The closures of an isolated join point have types of their own, so all of them are handed in.
@inline(never) @_semantics("optimize.sil.specialize.generic.never")
func install<Closures: GeneratedCode.ClosureTypes>(
  _ advice: Advice, at point: JoinPoint<Closures>,
  before: Closures.Before, around: Closures.Around, after: Closures.After,
  bareBefore: Closures.BareBefore, bareAround: Closures.BareAround, bareAfter: Closures.BareAfter
) throws -> AdviceToken {
  let (name, precedence, lifetime) =
    (advice.nameOption, advice.precedenceOption, advice.lifetimeOption)
  switch (advice.kind, advice.form) {
  case (.before, .full): return try point.before(name, precedence, lifetime, run: before)
  case (.before, .nothing): return try point.before(name, precedence, lifetime, run: bareBefore)
  case (.around, .full): return try point.around(name, precedence, lifetime, run: around)
  case (.around, .nothing): return try point.around(name, precedence, lifetime, run: bareAround)
  case (.after, .full): return try point.after(name, precedence, lifetime, run: after)
  case (.after, .nothing): return try point.after(name, precedence, lifetime, run: bareAfter)
  case (.pointcut, _): preconditionFailure("a pointcut is a class")
  }
}
