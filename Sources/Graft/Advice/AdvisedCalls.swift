// SPDX-License-Identifier: Apache-2.0

// Functions that the methods of generated links call, for requirements that are not `async`. They
// run the link's advice and then the rest of the call. Every closure here can throw.
extension GeneratedCode {
  /// A closure that runs before a call.
  public typealias Before<Receiver, Arguments: ~Copyable & ~Escapable> =
    (Receiver, borrowing Arguments) throws -> Void

  /// The rest of a call.
  public typealias Rest<Receiver, Arguments: ~Copyable & ~Escapable, Output: ~Copyable> =
    (Receiver, borrowing Arguments) throws -> Output

  /// A closure that runs around a call.
  public typealias Around<Receiver, Arguments: ~Copyable & ~Escapable, Output: ~Copyable> =
    (Receiver, borrowing Arguments, Rest<Receiver, Arguments, Output>) throws -> Output

  /// Calls a link of a requirement that can throw.
  public static func advisedThrowing<S, P, A: ~Copyable & ~Escapable, R: ~Copyable>(
    _ link: ExtensionLink, _ subject: S, _ arguments: borrowing A, any: (S) -> P,
    _ rest: (borrowing A) throws -> R
  ) throws -> R {
    let advice = link.successors.enterAdvice()
    defer { advice.leave() }
    return try run(link, advice.first, subject, arguments, any: any, rest)
  }

  /// Calls a link of a requirement that can't throw.
  public static func advised<S, P, A: ~Copyable & ~Escapable, R: ~Copyable>(
    _ link: ExtensionLink, _ subject: S, _ arguments: borrowing A, any: (S) -> P,
    _ rest: (borrowing A) -> R
  ) -> R {
    let advice = link.successors.enterAdvice()
    defer { advice.leave() }
    do { return try run(link, advice.first, subject, arguments, any: any, rest) } catch {
      threw(error)
    }
  }

  /// Calls a link of a requirement that changes its subject and can throw.
  public static func advisedThrowing<S, P, A: ~Copyable & ~Escapable, R: ~Copyable>(
    _ link: ExtensionLink, changing subject: inout S, _ arguments: borrowing A, any: (S) -> P,
    _ rest: (inout S, borrowing A) throws -> R
  ) throws -> R {
    let advice = link.successors.enterAdvice()
    defer { advice.leave() }
    return try withReference(to: &subject) { reference in
      try runEntries(ChangingCall<S>.self, link, advice.first, reference, arguments, any: any) {
        try rest(&$0.pointee, $1)
      }
    }
  }

  /// Calls a link of a requirement that changes its subject and can't throw.
  public static func advised<S, P, A: ~Copyable & ~Escapable, R: ~Copyable>(
    _ link: ExtensionLink, changing subject: inout S, _ arguments: borrowing A, any: (S) -> P,
    _ rest: (inout S, borrowing A) -> R
  ) -> R {
    do {
      return try advisedThrowing(link, changing: &subject, arguments, any: any) { rest(&$0, $1) }
    } catch { threw(error) }
  }

  /// Calls a link of a global actor's requirement.
  ///
  /// - Parameters:
  ///   - link: the link whose advice runs.
  ///   - subject: the subject of the call.
  ///   - arguments: the arguments as one value.
  ///   - around: runs a closure of the type that the link knows.
  ///   - rest: the rest of the call.
  public static func advisedOnActor<S, A: ~Copyable & ~Escapable, R: ~Copyable>(
    _ link: ExtensionLink, _ subject: S, _ arguments: borrowing A,
    around: IsolatedAround<ErasedSubject, A, R>, _ rest: Rest<ErasedSubject, A, R>
  ) throws -> R {
    try runIsolated(ErasedCall<S>.self, link, ErasedSubject(subject), arguments, around, rest)
  }

  /// Calls a link of an actor's requirement.
  public static func advisedIsolated<S, A: ~Copyable & ~Escapable, R: ~Copyable>(
    _ link: ExtensionLink, _ subject: S, _ arguments: borrowing A,
    around: IsolatedAround<S, A, R>, _ rest: Rest<S, A, R>
  ) throws -> R {
    try runIsolated(PlainCall<S>.self, link, subject, arguments, around, rest)
  }

  /// Calls a link of an actor's requirement that changes its subject.
  public static func advisedIsolated<S, A: ~Copyable & ~Escapable, R: ~Copyable>(
    _ link: ExtensionLink, changing subject: inout S, _ arguments: borrowing A,
    around: IsolatedAround<GeneratedCode.InoutReference<S>, A, R>,
    _ rest: Rest<GeneratedCode.InoutReference<S>, A, R>
  ) throws -> R {
    try withReference(to: &subject) { reference in
      try runIsolated(ChangingCall<S>.self, link, reference, arguments, around, rest)
    }
  }

  private static func runIsolated<Kind: CallKind, A: ~Copyable & ~Escapable, R: ~Copyable>(
    _ kind: Kind.Type, _ link: ExtensionLink, _ receiver: Kind.Receiver, _ arguments: borrowing A,
    _ around: IsolatedAround<Kind.Receiver, A, R>, _ rest: Rest<Kind.Receiver, A, R>
  ) throws -> R {
    let advice = link.successors.enterAdvice()
    defer { advice.leave() }
    return try withoutActuallyEscaping(around) { around throws -> R in
      try runEntries(
        kind, link, advice.first, receiver, arguments, any: { $0 }, isolated: around, rest)
    }
  }

  /// Runs an isolated closure around the rest of a call.
  public typealias IsolatedAround<
    Receiver, Arguments: ~Copyable & ~Escapable, Output: ~Copyable
  > = (
    IsolatedClosure, Receiver, borrowing Arguments, @escaping Rest<Receiver, Arguments, Output>
  ) throws -> Output

  /// An advice whose closure runs on an actor.
  public struct IsolatedClosure {
    let entry: RunningAdvice

    /// The closure; ends the process if it has another type.
    public func closure<Around>() -> Around {
      entry.closures(IsolatedAdvice<Around>.self, needed: "\(Around.self)").around
    }
  }

  /// Runs the advice of a link and the rest of the call.
  ///
  /// Handles closures before the call, and at most one closure around it or one pointcut. Keeps no
  /// result, since moving a value of unknown type is a call.
  @inline(__always)
  private static func run<S, P, A: ~Copyable & ~Escapable, R: ~Copyable>(
    _ link: ExtensionLink, _ first: UnsafePointer<RunningAdvice>, _ subject: S,
    _ arguments: borrowing A, any: (S) -> P, _ rest: (borrowing A) throws -> R
  ) throws -> R {
    typealias Advice = CallAdvice<PlainCall<S>, A, R>
    let types = BodyTypes(S.self, A.self, R.self, isAsync: false)
    var entry = first
    while entry.pointee.form == .before, entry.pointee.has(types) {
      try unsafe entry.pointee.compared(Advice.self)._withUnsafeGuaranteedRef {
        try $0.before(subject, arguments)
      }
      entry += 1
    }
    if entry.pointee.form == .end { return try rest(arguments) }
    if entry[1].form == .end {
      switch entry.pointee.form {
      case .around where entry.pointee.has(types):
        return try unsafe entry.pointee.compared(Advice.self).takeUnretainedValue()
          .around(subject, arguments) { try rest($1) }
      case .pointcut:
        let body = unsafe entry.pointee.body(ofForm: PointcutBody.self)
        let call = unsafe body._withUnsafeGuaranteedRef { $0.begin(isAsync: false) }
        var thrown: (any Error)?
        defer {
          unsafe body._withUnsafeGuaranteedRef { $0.end(call, isAsync: false, throwing: thrown) }
        }
        do { return try rest(arguments) } catch {
          thrown = error
          throw error
        }
      default: break
      }
    }
    return try runEntries(PlainCall<S>.self, link, entry, subject, arguments, any: any) {
      try rest($1)
    }
  }

  /// Runs a list of advice and the rest of the call.
  ///
  /// - Parameter isolated: runs a closure on an actor.
  private static func runEntries<
    Kind: CallKind, P, A: ~Copyable & ~Escapable, R: ~Copyable
  >(
    _ kind: Kind.Type, _ link: ExtensionLink, _ first: UnsafePointer<RunningAdvice>,
    _ receiver: Kind.Receiver, _ arguments: borrowing A, any: (Kind.Subject) -> P,
    isolated: IsolatedAround<Kind.Receiver, A, R>? = nil,
    _ rest: Rest<Kind.Receiver, A, R>
  ) throws -> R {
    func goOn(
      _ entry: UnsafePointer<RunningAdvice>, _ receiver: Kind.Receiver, _ arguments: borrowing A
    ) throws -> R {
      try runEntries(kind, link, entry, receiver, arguments, any: any, isolated: isolated, rest)
    }
    let types = BodyTypes(Kind.Receiver.self, A.self, R.self, isAsync: false)
    var current = first
    while true {
      let entry = current.pointee
      let next = current + 1
      switch entry.admittedForm {
      case .end:
        return try rest(receiver, arguments)
      case nil:
        current = next
      case .before, .around, .once:
        if let isolated {
          return try withoutActuallyEscaping({ try goOn(next, $0, $1) }) { rest throws -> R in
            try isolated(IsolatedClosure(entry: entry), receiver, arguments, rest)
          }
        }
        if entry.has(types) {
          return try unsafe entry.compared(CallAdvice<Kind, A, R>.self).takeUnretainedValue()
            .around(receiver, arguments) { try goOn(next, $0, $1) }
        }
        return try entry.closures(
          CallClosures<A, R>.self, needed: words(Kind.Receiver.self, A.self, R.self)
        ).runConverting(kind, receiver, any: any, arguments) { try goOn(next, $0, $1) }
      case .pointcut:
        return try unsafe entry.body(ofForm: PointcutBody.self).takeUnretainedValue()
          .run { try goOn(next, receiver, arguments) }
      case .aroundPointcut:
        return try unsafe entry.body(ofForm: AroundPointcutBody.self).takeUnretainedValue()
          .run(kind, link, receiver, arguments) { try goOn(next, $0, $1) }
      case .selected:
        guard let selected = entry.selected(for: Kind.object(receiver)) else {
          current = next
          continue
        }
        defer { withExtendedLifetime(selected) {} }
        return try runEntries(
          kind, link, selected.first, receiver, arguments, any: any, isolated: isolated
        ) { try goOn(next, $0, $1) }
      }
    }
  }

  // MARK: Parts

  /// Calls a closure that never throws.
  @inlinable @inline(__always)
  public static func withoutThrowing<Output: ~Copyable>(_ call: () throws -> Output) -> Output {
    do { return try call() } catch { threw(error) }
  }

  /// Ends the process: only a pointcut could throw, and its call has stopped that.
  @usableFromInline
  static func threw(_ error: any Error) -> Never {
    fatalError("Graft: \(error) is thrown where nothing can throw")
  }

  /// The result or error of a call.
  ///
  /// `Result` has no such initialiser for `async` calls.
  @_alwaysEmitIntoClient
  public static func result<Output: ~Copyable, Failure: Error>(
    _ call: () throws(Failure) -> Output
  ) -> Result<Output, Failure> {
    do { return .success(try call()) } catch { return .failure(error) }
  }

  /// Lends the outcome of the rest of a call to a closure, and then returns it.
  ///
  /// Optimised into a client's code, it can lead LLVM to a store of two errors at one place, which
  /// Swift 6.3 does not allow.
  @inline(never)
  public static func after<Output: ~Copyable>(
    _ rest: () throws -> Output,
    _ run: (borrowing Result<Output, any Error>) -> Void
  ) throws -> Output {
    let outcome: Result<Output, any Error>
    do { outcome = .success(try rest()) } catch { outcome = .failure(error) }
    run(outcome)
    return try outcome.get()
  }
}
