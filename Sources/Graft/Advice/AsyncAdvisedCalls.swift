// SPDX-License-Identifier: Apache-2.0

// The functions of `AdvisedCalls.swift` for `async` requirements. Their calls retain the advice,
// since they can change their thread.
extension GeneratedCode {
  /// A closure that runs before an `async` call.
  public typealias AsyncBefore<Receiver, Arguments: ~Copyable & ~Escapable> =
    nonisolated(nonsending) (Receiver, borrowing Arguments) async throws -> Void

  /// The rest of an `async` call.
  public typealias AsyncRest<Receiver, Arguments: ~Copyable & ~Escapable, Output: ~Copyable> =
    nonisolated(nonsending) (Receiver, borrowing Arguments) async throws -> Output

  /// A closure that runs around an `async` call.
  public typealias AsyncAround<Receiver, Arguments: ~Copyable & ~Escapable, Output: ~Copyable> =
    nonisolated(nonsending) (
      Receiver, borrowing Arguments, AsyncRest<Receiver, Arguments, Output>
    ) async throws -> Output

  /// Calls a link of an `async` requirement that can throw.
  nonisolated(nonsending) public static func advisedThrowing<
    S, P, A: ~Copyable & ~Escapable, R: ~Copyable
  >(
    _ link: ExtensionLink, _ subject: S, _ arguments: borrowing A, any: (S) -> P,
    _ rest: nonisolated(nonsending) (borrowing A) async throws -> R
  ) async throws -> R {
    guard let entries = link.successors.keepAdvice() else { return try await rest(arguments) }
    defer { withExtendedLifetime(entries) {} }
    return try await runEntries(
      PlainCall<S>.self, link, entries.first, subject, arguments, any: any
    ) { try await rest($1) }
  }

  /// Calls a link of an `async` requirement that can't throw.
  @_alwaysEmitIntoClient
  nonisolated(nonsending) public static func advised<
    S, P, A: ~Copyable & ~Escapable, R: ~Copyable
  >(
    _ link: ExtensionLink, _ subject: S, _ arguments: borrowing A, any: (S) -> P,
    _ rest: nonisolated(nonsending) (borrowing A) async -> R
  ) async -> R {
    do {
      return try await advisedThrowing(link, subject, arguments, any: any) { await rest($0) }
    } catch { threw(error) }
  }

  /// Calls a link of an `async` requirement that changes its subject and can throw.
  nonisolated(nonsending) public static func advisedThrowing<
    S, P, A: ~Copyable & ~Escapable, R: ~Copyable
  >(
    _ link: ExtensionLink, changing subject: inout S, _ arguments: borrowing A, any: (S) -> P,
    _ rest: nonisolated(nonsending) (inout S, borrowing A) async throws -> R
  ) async throws -> R {
    guard let entries = link.successors.keepAdvice() else {
      return try await rest(&subject, arguments)
    }
    defer { withExtendedLifetime(entries) {} }
    return try await withReference(toCopy: &subject) { reference in
      try await runEntries(
        ChangingCall<S>.self, link, entries.first, reference, arguments, any: any
      ) { try await rest(&$0.pointee, $1) }
    }
  }

  /// Calls a link of an `async` requirement that changes its subject and can't throw.
  @_alwaysEmitIntoClient
  nonisolated(nonsending) public static func advised<
    S, P, A: ~Copyable & ~Escapable, R: ~Copyable
  >(
    _ link: ExtensionLink, changing subject: inout S, _ arguments: borrowing A, any: (S) -> P,
    _ rest: nonisolated(nonsending) (inout S, borrowing A) async -> R
  ) async -> R {
    do {
      return try await advisedThrowing(link, changing: &subject, arguments, any: any) {
        await rest(&$0, $1)
      }
    } catch { threw(error) }
  }

  /// Runs a list of advice and the rest of the call.
  nonisolated(nonsending) private static func runEntries<
    Kind: CallKind, P, A: ~Copyable & ~Escapable, R: ~Copyable
  >(
    _ kind: Kind.Type, _ link: ExtensionLink, _ first: UnsafePointer<RunningAdvice>,
    _ receiver: Kind.Receiver, _ arguments: borrowing A, any: (Kind.Subject) -> P,
    _ rest: AsyncRest<Kind.Receiver, A, R>
  ) async throws -> R {
    nonisolated(nonsending) func goOn(
      _ entry: UnsafePointer<RunningAdvice>, _ receiver: Kind.Receiver, _ arguments: borrowing A
    ) async throws -> R {
      try await runEntries(kind, link, entry, receiver, arguments, any: any, rest)
    }
    let types = BodyTypes(Kind.Receiver.self, A.self, R.self, isAsync: true)
    var current = first
    while true {
      let entry = current.pointee
      let next = current + 1
      switch entry.admittedForm {
      case .end:
        return try await rest(receiver, arguments)
      case nil:
        current = next
      case .before, .around, .once:
        if entry.has(types) {
          return try await unsafe entry.compared(AsyncCallAdvice<Kind, A, R>.self)
            .takeUnretainedValue()
            .around(receiver, arguments) { try await goOn(next, $0, $1) }
        }
        return try await entry.closures(
          AsyncCallClosures<A, R>.self, needed: words(Kind.Receiver.self, A.self, R.self)
        ).runConverting(kind, receiver, any: any, arguments) { try await goOn(next, $0, $1) }
      case .pointcut:
        return try await unsafe entry.body(ofForm: PointcutBody.self).takeUnretainedValue()
          .runAsync { try await goOn(next, receiver, arguments) }
      case .aroundPointcut:
        return try await unsafe entry.body(ofForm: AroundPointcutBody.self).takeUnretainedValue()
          .runAsync(kind, link, receiver, arguments) { try await goOn(next, $0, $1) }
      case .selected:
        guard let selected = entry.selected(for: Kind.object(receiver)) else {
          current = next
          continue
        }
        defer { withExtendedLifetime(selected) {} }
        return try await runEntries(kind, link, selected.first, receiver, arguments, any: any) {
          try await goOn(next, $0, $1)
        }
      }
    }
  }

  // MARK: Parts

  /// Calls a closure with a reference to a copy, and stores the copy afterwards.
  ///
  /// A suspended call can't keep the address of an `inout` parameter.
  @_alwaysEmitIntoClient
  nonisolated(nonsending) public static func withReference<
    Value, Failure: Error, Output: ~Copyable
  >(
    toCopy value: inout Value,
    _ body:
      nonisolated(nonsending) (GeneratedCode.InoutReference<Value>) async throws(Failure) -> Output
  ) async throws(Failure) -> Output {
    let memory = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    unsafe memory.initialize(to: value)
    defer {
      value = unsafe memory.move()
      unsafe memory.deallocate()
    }
    return try await body(unsafe GeneratedCode.InoutReference(memory))
  }

  /// Calls an async closure that never throws.
  @_alwaysEmitIntoClient
  nonisolated(nonsending) public static func withoutThrowing<Output: ~Copyable>(
    _ call: nonisolated(nonsending) () async throws -> Output
  ) async -> Output {
    do { return try await call() } catch { threw(error) }
  }

  /// The result or error of a call.
  @_alwaysEmitIntoClient
  nonisolated(nonsending) public static func result<Output: ~Copyable, Failure: Error>(
    _ call: nonisolated(nonsending) () async throws(Failure) -> Output
  ) async -> Result<Output, Failure> {
    do { return .success(try await call()) } catch { return .failure(error) }
  }
}
