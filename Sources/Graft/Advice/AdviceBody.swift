// SPDX-License-Identifier: Apache-2.0

/// The body of an advice: closures, the object of a class with a pointcut, or the advice of single
/// objects or tasks.
class AdviceBody: @unchecked Sendable {
  let form: AdviceForm
  let kind: AdviceKind
  /// The types of closures that any call can run; none for other bodies.
  let types: BodyTypes
  /// The state of advice that runs once, set before installation; nil for other
  /// advice.
  var once: OnceAdvice?

  init(_ form: AdviceForm, _ kind: AdviceKind, _ types: BodyTypes = .none) {
    self.form = form
    self.kind = kind
    self.types = types
  }

  /// The types of closures in words.
  var typesInWords: String { "none" }
}

/// The types of an advice's closures, which a call compares with its own before it runs them.
///
/// Each is the address of a type's metadata, which is the same only for the same type.
struct BodyTypes: Equatable {
  private var receiver: UInt = 0
  private var arguments: UInt = 0
  private var output: UInt = 0
  private var isAsync = false

  private init() {}

  static let none = BodyTypes()

  /// The types of closures that take a receiver and arguments.
  @inline(__always)
  init<Receiver, Arguments: ~Copyable & ~Escapable, Output: ~Copyable>(
    _ receiver: Receiver.Type, _ arguments: Arguments.Type, _ output: Output.Type,
    isAsync: Bool
  ) {
    self.receiver = unsafeBitCast(receiver, to: UInt.self)
    self.arguments = unsafeBitCast(arguments, to: UInt.self)
    self.output = unsafeBitCast(output, to: UInt.self)
    self.isAsync = isAsync
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
  /// Looks up the advice of the call's object or task.
  case selected
  /// Runs in one call only, in the form of its body.
  case once
}

/// Closures of a requirement that is not `async`, for calls with some types of arguments and output.
class CallClosures<
  Arguments: ~Copyable & ~Escapable, Output: ~Copyable
>: AdviceBody, @unchecked Sendable {
  /// Runs the closure around a call whose receiver is of another type.
  ///
  /// - Parameters:
  ///   - call: the kind of the call.
  ///   - receiver: the receiver of the call.
  ///   - any: the subject as `any P`.
  ///   - arguments: the arguments of the call.
  ///   - rest: the rest of the call.
  func runConverting<Call: GeneratedCode.CallKind, Seen>(
    _ call: Call.Type, _ receiver: Call.Receiver, any: (Call.Subject) -> Seen,
    _ arguments: borrowing Arguments, _ rest: GeneratedCode.Rest<Call.Receiver, Arguments, Output>
  ) throws -> Output { fatalError("Graft: a body without closures is run") }
}

/// Closures of a requirement that is not `async`, for the receivers of a kind of call.
///
/// All closures can throw. Those of a requirement that can't throw never do, which the compiler
/// has checked where users write them.
final class CallAdvice<
  Kind: GeneratedCode.CallKind, Arguments: ~Copyable & ~Escapable, Output: ~Copyable
>: CallClosures<Arguments, Output>, @unchecked Sendable {
  typealias Before = GeneratedCode.Before<Kind.Receiver, Arguments>
  typealias Around = GeneratedCode.Around<Kind.Receiver, Arguments, Output>

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
    super.init(.before, .before, Self.types)
  }

  init(_ kind: AdviceKind, _ around: @escaping Around) {
    before = { _, _ in }
    self.around = around
    super.init(.around, kind, Self.types)
  }

  private static var types: BodyTypes {
    BodyTypes(Kind.Receiver.self, Arguments.self, Output.self, isAsync: false)
  }

  override var typesInWords: String {
    GeneratedCode.words(Kind.Receiver.self, Arguments.self, Output.self)
  }

  override func runConverting<Call: GeneratedCode.CallKind, Seen>(
    _ call: Call.Type, _ receiver: Call.Receiver, any: (Call.Subject) -> Seen,
    _ arguments: borrowing Arguments, _ rest: GeneratedCode.Rest<Call.Receiver, Arguments, Output>
  ) throws -> Output {
    let lent = Kind.receiver(of: SeenSubject.of(Call.subject(receiver), any))
    defer {
      Call.change(receiver, to: SeenSubject.back(Kind.subject(lent)))
      Kind.end(lent)
    }
    return try around(lent, arguments) { changed, arguments in
      Call.change(receiver, to: SeenSubject.back(Kind.subject(changed)))
      defer { Kind.change(changed, to: SeenSubject.of(Call.subject(receiver), any)) }
      return try rest(receiver, arguments)
    }
  }
}

/// Closures of an `async` requirement, for calls with some types of arguments and output.
class AsyncCallClosures<
  Arguments: ~Copyable & ~Escapable, Output: ~Copyable
>: AdviceBody, @unchecked Sendable {
  /// Runs the closure around a call whose receiver is of another type.
  nonisolated(nonsending) func runConverting<Call: GeneratedCode.CallKind, Seen>(
    _ call: Call.Type, _ receiver: Call.Receiver, any: (Call.Subject) -> Seen,
    _ arguments: borrowing Arguments,
    _ rest: GeneratedCode.AsyncRest<Call.Receiver, Arguments, Output>
  ) async throws -> Output { fatalError("Graft: a body without closures is run") }
}

/// Closures of an `async` requirement, for the receivers of a kind of call.
final class AsyncCallAdvice<
  Kind: GeneratedCode.CallKind, Arguments: ~Copyable & ~Escapable, Output: ~Copyable
>: AsyncCallClosures<Arguments, Output>, @unchecked Sendable {
  typealias Around = GeneratedCode.AsyncAround<Kind.Receiver, Arguments, Output>

  let around: Around

  convenience init(before: @escaping GeneratedCode.AsyncBefore<Kind.Receiver, Arguments>) {
    self.init(.before) { receiver, arguments, proceed in
      try await before(receiver, arguments)
      return try await proceed(receiver, arguments)
    }
  }

  init(_ kind: AdviceKind, _ around: @escaping Around) {
    self.around = around
    super.init(
      .around, kind,
      BodyTypes(Kind.Receiver.self, Arguments.self, Output.self, isAsync: true))
  }

  override var typesInWords: String {
    GeneratedCode.words(Kind.Receiver.self, Arguments.self, Output.self)
  }

  nonisolated(nonsending) override func runConverting<Call: GeneratedCode.CallKind, Seen>(
    _ call: Call.Type, _ receiver: Call.Receiver, any: (Call.Subject) -> Seen,
    _ arguments: borrowing Arguments,
    _ rest: GeneratedCode.AsyncRest<Call.Receiver, Arguments, Output>
  ) async throws -> Output {
    let lent = Kind.receiver(of: SeenSubject.of(Call.subject(receiver), any))
    defer {
      Call.change(receiver, to: SeenSubject.back(Kind.subject(lent)))
      Kind.end(lent)
    }
    return try await around(lent, arguments) { changed, arguments in
      Call.change(receiver, to: SeenSubject.back(Kind.subject(changed)))
      defer { Kind.change(changed, to: SeenSubject.of(Call.subject(receiver), any)) }
      return try await rest(receiver, arguments)
    }
  }
}

/// A closure around an actor's requirement that is not `async`.
///
/// Its type says where it runs, so only generated code can call it.
final class IsolatedAdvice<Around>: AdviceBody, @unchecked Sendable {
  let around: Around

  init(_ kind: AdviceKind, _ around: Around) {
    self.around = around
    super.init(.around, kind)
  }

  override var typesInWords: String { "\(Around.self)" }
}

extension GeneratedCode {
  /// The types of a call in words, such as `(Dog, Int) -> String`.
  static func words<Receiver, Arguments: ~Copyable & ~Escapable, Output: ~Copyable>(
    _ receiver: Receiver.Type, _ arguments: Arguments.Type, _ output: Output.Type
  ) -> String {
    // A value of a type that can't be copied or escape is never made: this only names it.
    let arguments = unsafeBitCast(arguments, to: Any.Type.self)
    return "(\(receiver), \(arguments)) -> \(ExtensibleProtocol.erased(output))"
  }
}
