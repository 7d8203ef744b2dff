// SPDX-License-Identifier: Apache-2.0

/// What an advice runs: closures, the object of a class with a pointcut, or a table of
/// single objects.
class AdviceBody: @unchecked Sendable {
  /// How a call runs it.
  let form: AdviceForm
  let kind: AdviceKind
  /// Of an advice that runs once: lets one call in. Set before it is installed.
  var once: OnceAdvice?

  init(_ form: AdviceForm, _ kind: AdviceKind) {
    self.form = form
    self.kind = kind
  }
}

/// How a call runs the body of an advice.
enum AdviceForm: UInt8 {
  /// The end of the advice: the call goes on.
  case end
  /// Before the rest of the call.
  case before
  /// Around the rest of the call. An advice that runs after it is of this form too.
  case around
  /// Before and after, without knowing the types of the call.
  case pointcut
  /// The advice of single objects.
  case objects
  /// Has traits, which decide first whether it runs and what it sees.
  case special
}

/// Closures of a requirement that can't be suspended.
///
/// There is one class for each requirement and subject: only calls of that requirement
/// reach its objects, with the same `Receiver`, `Arguments` and `Output`, since one macro
/// writes both the join point that makes the object and the link that runs it.
///
/// - `Receiver` is the subject, `any P`, or a reference to a subject that is changed.
/// - `Arguments` is the argument, or a tuple of several.
///
/// All closures can throw. Those of a requirement that can't throw never do: the closures
/// that users write for it don't, and the compiler has checked that.
final class CallAdvice<
  Receiver, Arguments: ~Copyable & ~Escapable, Output: ~Copyable
>: AdviceBody, @unchecked Sendable {
  typealias Before = GeneratedCode.Before<Receiver, Arguments>
  typealias Around = GeneratedCode.Around<Receiver, Arguments, Output>

  /// Nothing, of an advice that does not run before. No optional: to unwrap one would make a
  /// closure for each call.
  let before: Before
  /// Each advice is also one around the call.
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

/// Closures of a requirement that is `async`.
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

/// A closure around a requirement that is an actor's and can't be suspended. Only a link of
/// the same requirement knows its type, which says where it runs.
final class IsolatedAdvice<Around>: AdviceBody, @unchecked Sendable {
  let around: Around

  init(_ kind: AdviceKind, _ around: Around) {
    self.around = around
    super.init(.around, kind)
  }
}
