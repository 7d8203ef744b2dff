// SPDX-License-Identifier: Apache-2.0

/// The body of an advice: closures, the object of a class with a pointcut, or the advice of a
/// group.
class AdviceBody: @unchecked Sendable {
  let form: AdviceForm
  let kind: AdviceKind
  /// The state of advice that runs once, set before installation; nil for other
  /// advice.
  var once: OnceAdvice?

  init(_ form: AdviceForm, _ kind: AdviceKind) {
    self.form = form
    self.kind = kind
  }
}

/// The form in which a call runs the body of an advice.
enum AdviceForm: UInt8 {
  /// Ends a list of advice: the call goes on.
  case end
  /// Runs before the rest of the call.
  case before
  /// Runs around the rest of the call, or after it.
  case around
  /// Runs before and after the call, without its types.
  case pointcut
  /// Runs around the call, with its types and values.
  case aroundPointcut
  /// Looks up the advice of an object.
  case objects
  /// Looks up the advice of the current task.
  case tasks
  /// Has traits, which are checked first.
  case special
}

/// Closures of a requirement that is not `async`.
///
/// One macro writes the join point that makes the object and the link that runs it. So `Receiver`,
/// `Arguments` and `Output` are the same in both.
///
/// - `Receiver` is the subject, `any P`, or a reference to a subject that is changed.
/// - `Arguments` is the argument, or a tuple of several.
///
/// All closures can throw. Those of a requirement that can't throw never do, which the compiler
/// has checked where users write them.
final class CallAdvice<
  Receiver, Arguments: ~Copyable & ~Escapable, Output: ~Copyable
>: AdviceBody, @unchecked Sendable {
  typealias Before = GeneratedCode.Before<Receiver, Arguments>
  typealias Around = GeneratedCode.Around<Receiver, Arguments, Output>

  /// The closure; it does nothing unless the form is `before`.
  ///
  /// An optional would cost a closure for each call.
  let before: Before
  /// The closure around the call; it also does what `before` does.
  let around: Around

  init(before: @escaping Before) {
    self.before = before
    around = { receiver, arguments, proceed in
      try before(receiver, arguments)
      return try proceed(receiver, arguments)
    }
    super.init(.before, .before)
  }

  init(_ kind: AdviceKind, _ around: @escaping Around) {
    before = { _, _ in }
    self.around = around
    super.init(.around, kind)
  }
}

/// Closures of an `async` requirement.
final class AsyncCallAdvice<
  Receiver, Arguments: ~Copyable & ~Escapable, Output: ~Copyable
>: AdviceBody, @unchecked Sendable {
  typealias Around = GeneratedCode.AsyncAround<Receiver, Arguments, Output>

  let around: Around

  init(_ kind: AdviceKind, _ around: @escaping Around) {
    self.around = around
    super.init(.around, kind)
  }
}

/// A closure around an actor's requirement that is not `async`.
///
/// Only a link of the same requirement knows its type, which says where it runs.
final class IsolatedAdvice<Around>: AdviceBody, @unchecked Sendable {
  let around: Around

  init(_ kind: AdviceKind, _ around: Around) {
    self.around = around
    super.init(.around, kind)
  }
}
