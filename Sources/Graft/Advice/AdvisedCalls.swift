// SPDX-License-Identifier: Apache-2.0

@freestanding(
  declaration,
  names: named(advised), named(advisedThrowing), named(run), named(runSpecial), named(perform),
  named(performOutcome),
  named(performBrief), named(runReturning), named(runSpecialReturning),
  named(performReturning), named(performBriefReturning))
private macro advisedCalls(upTo argumentCount: Int) =
  #externalMacro(module: "GraftMacros", type: "AdvisedCalls")

// What the methods of generated links call. A link's advice is a row of steps. `advised`
// is part of the link's own module and runs those that most links have; from the first
// of another kind on `run` goes through them, and `perform` does one of the less usual
// ones. These are generic, and pass the subject, the arguments and the result by their
// addresses: so nothing is copied, retained or allocated, and closures are called as they
// were given.
extension GeneratedCode {
  #advisedCalls(upTo: 4)

  /// Ends a call that a link has begun.
  @usableFromInline
  static func leave() { AdviceSlot.leave() }

  /// Runs what a pointcut has before the rest of a call.
  ///
  /// - Returns: what `endCall` has to be given.
  @usableFromInline
  static func beginCall(_ step: UnsafePointer<AdviceStep>) -> UInt64 {
    step.pointee.beginCall(isAsync: false)
  }

  /// Runs what it has after it.
  @usableFromInline
  static func endCall(
    _ step: UnsafePointer<AdviceStep>, _ call: UInt64, throwing error: (any Error)? = nil
  ) {
    step.pointee.endCall(call, isAsync: false, throwing: error)
  }

  /// Ends the process. No advice of a requirement that can't throw has a type by which it can.
  @usableFromInline
  static func threw(_ error: any Error) -> Never {
    fatalError("Graft: an advice of a requirement that can't throw has thrown \(error)")
  }

  /// What a call gives or throws, of one type: `Result` itself takes no closure of an `async`
  /// call.
  @_alwaysEmitIntoClient
  public static func result<Output: ~Copyable, Failure: Error>(
    _ call: () throws(Failure) -> Output
  ) -> Result<Output, Failure> {
    do { return .success(try call()) } catch { return .failure(error) }
  }

  /// What an `async` call gives or throws, of one type.
  @_alwaysEmitIntoClient
  nonisolated(nonsending) public static func result<Output: ~Copyable, Failure: Error>(
    _ call: nonisolated(nonsending) () async throws(Failure) -> Output
  ) async -> Result<Output, Failure> {
    do { return .success(try await call()) } catch { return .failure(error) }
  }

  /// A subject that an advice of any subject was given to change.
  private static func unchanged<Seen, Subject>(_ seen: Seen) -> Subject {
    guard let same = seen as? Subject else {
      fatalError(
        "Graft: an advice put a \(type(of: seen)) where the call has a \(Subject.self): "
          + "change the subject, and keep its type")
    }
    return same
  }
}

extension ExtensionLink {
  /// Begins a call of the link. One call of `GeneratedCode.leave()` has to follow.
  // No static function: that would have a metatype as a parameter, and a thunk that drops it.
  @usableFromInline
  func enter() -> UnsafePointer<AdviceStep> {
    seat.enterAdvice()
  }
}
