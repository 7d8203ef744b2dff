// SPDX-License-Identifier: Apache-2.0

// A test that installs doubles names types of Graft.
@_exported public import Graft
import Synchronization

// Each is for the calls of the current test, and throws `AdviceError.noTaskScope` in a test without
// the trait `.advised`.
extension JoinPoint {
  /// Records the calls, which go on.
  ///
  /// It is further outside than other advice, so that it sees what a double answers.
  @safe
  public func recording<A: Sendable, O: Sendable, F, R, B, Ar, Af, BB, BAr, BAf>(
    _ options: AdviceOption..., fileID: StaticString = #fileID, line: UInt = #line,
    dso: UnsafeRawPointer = #dsohandle
  ) throws(AdviceError) -> Recording<A, O>
  where Closures == GeneratedCode.Closures<A, O, F, R, B, Ar, Af, BB, BAr, BAf> {
    let pointcut = RecordingPointcut<A, O>()
    let token = try around(
      [.precedence(.max), .forTask] + options, with: pointcut, fileID: fileID, line: line, dso: dso)
    pointcut.recording.keep(token)
    return pointcut.recording
  }

  /// Answers the calls with these results in turn, and all further calls with the last one.
  @safe
  @discardableResult
  public func returning<A: ~Copyable & ~Escapable, O: Sendable, F, R, B, Ar, Af, BB, BAr, BAf>(
    _ first: O, _ others: O..., options: AdviceOption..., fileID: StaticString = #fileID,
    line: UInt = #line, dso: UnsafeRawPointer = #dsohandle
  ) throws(AdviceError) -> AdviceToken
  where Closures == GeneratedCode.Closures<A, O, F, R, B, Ar, Af, BB, BAr, BAf> {
    try answer(([first] + others).map { .success($0) }, options, fileID, line, dso)
  }

  /// Answers the calls of a requirement that can throw with these results and errors in turn, and
  /// all further calls with the last one.
  @safe
  @discardableResult
  public func answering<A: ~Copyable & ~Escapable, O: Sendable, R, B, Ar, Af, BB, BAr, BAf>(
    _ first: Result<O, any Error>, _ others: Result<O, any Error>..., options: AdviceOption...,
    fileID: StaticString = #fileID, line: UInt = #line, dso: UnsafeRawPointer = #dsohandle
  ) throws(AdviceError) -> AdviceToken
  where Closures == GeneratedCode.Closures<A, O, any Error, R, B, Ar, Af, BB, BAr, BAf> {
    try answer([first] + others, options, fileID, line, dso)
  }

  /// Rejects a requirement that can't throw any error.
  @available(
    *, unavailable,
    message: "the requirement does not throw any error: write 'returning' (docs/testing.md)"
  )
  @discardableResult
  public func answering<A: ~Copyable & ~Escapable, O: ~Copyable, R, B, Ar, Af, BB, BAr, BAf>(
    _ results: Result<Any, any Error>..., options: AdviceOption...
  ) throws(AdviceError) -> AdviceToken
  where Closures == GeneratedCode.Closures<A, O, Never, R, B, Ar, Af, BB, BAr, BAf> {
    fatalError()
  }

  private func answer<O: Sendable>(
    _ answers: [Result<O, any Error>], _ options: [AdviceOption], _ fileID: StaticString,
    _ line: UInt, _ dso: UnsafeRawPointer
  ) throws(AdviceError) -> AdviceToken {
    try around(
      [.forTask] + options, with: AnsweringPointcut(answers), fileID: fileID, line: line, dso: dso)
  }
}

/// Answers calls with results in turn.
private final class AnsweringPointcut<Output: Sendable>: AroundPointcut {
  private let answers: [Result<Output, any Error>]
  private let count = Atomic(0)

  required init() { answers = [] }

  init(_ answers: [Result<Output, any Error>]) {
    self.answers = answers
  }

  private func answer(_ call: RunningCall) throws {
    let index = count.add(1, ordering: .relaxed).oldValue
    call.answer(packed: try answers[min(index, answers.count - 1)].get())
  }

  override func around(_ call: RunningCall, _ proceed: Proceed) throws { try answer(call) }

  override func around(_ call: RunningCall, _ proceed: AsyncProceed) async throws {
    try answer(call)
  }
}
